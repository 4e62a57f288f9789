import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves one core to itself; the machines that run this have two, and files wait for PostgreSQL half of their time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'servidor',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['web/app/**/*.test.ts', 'scripts/**/*.test.ts'] } },
    ],
  },
})
