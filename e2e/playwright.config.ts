import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './support/chromium.ts'

const everywhere = {
  // Set by the global setup, which runs before the workers read this file again.
  baseURL: process.env.E2E_URL,
  launchOptions: await chromiumOptions(),
  locale: 'es-PE',
  timezoneId: 'America/Lima',
  // `E2E_WORKER=1` lets every journey meet the service worker.
  serviceWorkers: process.env.E2E_WORKER ? 'allow' : 'block',
  contextOptions: { reducedMotion: 'reduce' },
  screenshot: 'only-on-failure',
  trace: 'on-first-retry',
  actionTimeout: 15_000,
  navigationTimeout: 30_000,
} as const

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'

export default defineConfig({
  testDir: './journeys',
  outputDir: './results/artifacts',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // What passes at the second try is told apart as flaky (scripts/test.mjs).
  retries: 1,
  maxFailures: 10,
  // One more than the machines have cores: some journeys wait for a clock.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: './results/results.json' }]],
  use: everywhere,
  projects: [
    {
      name: 'telefono',
      grepInvert: /@escritorio/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: PHONE },
    },
    { name: 'tableta', grep: /@tableta/, use: { viewport: { width: 768, height: 1024 }, hasTouch: true } },
    { name: 'escritorio', grepInvert: /@telefono/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
