import { defineConfig } from 'vitest/config'

/** The long parts of the tests, one file each, one after the other: `npm run test:long` (scripts/long.mjs). */
export default defineConfig({
  test: {
    include: ['server/test/long/*.long.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 3 * 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
})
