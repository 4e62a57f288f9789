import { configDefaults, defineConfig } from 'vitest/config'

/** The program as a process: it starts, survives a kill and stops. One after the other, when all other files are done. */
const PROGRAM = ['server/test/program.test.ts']

/**
 * Files that start the program as processes of its own and look at how these fare: one after the other, so that what they see is
 * the program and not the test beside it. `npm run test:full` runs them.
 */
const PROCESSES = [
  'server/test/long/*.test.ts',
  'server/test/{logs,pictures.memory,races,streams}.test.ts',
  'server/src/{lost-connection,start,workers,backup/cli,jobs/cli}.test.ts',
]

/** What passes at the second try is told apart as flaky (scripts/test.mjs). */
const everywhere = { retry: 1 }

const onPostgres = {
  ...everywhere,
  globalSetup: ['server/test/global-setup.ts'],
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // Vitest leaves one core to itself; the machines that run this have two, and files wait for PostgreSQL half of their time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...onPostgres,
          name: 'servidor',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PROGRAM, ...PROCESSES],
        },
      },
      { test: { ...onPostgres, name: 'programa', include: PROGRAM, fileParallelism: false } },
      { test: { ...onPostgres, name: 'procesos', include: PROCESSES, fileParallelism: false } },
      { test: { ...everywhere, name: 'web', include: ['web/app/**/*.test.ts', 'scripts/**/*.test.ts'] } },
    ],
  },
})
