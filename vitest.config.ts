import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Files that start the program as processes of its own and look at how these fare: one after the other, when all other files
 * are done, so that what they see is the program and not the test beside it.
 */
const PROCESSES = [
  'server/test/long/*.test.ts',
  'server/test/{logs,pictures.memory,races,streams}.test.ts',
  'server/src/{lost-connection,start,workers,backup/cli,jobs/cli}.test.ts',
]

const onPostgres = {
  globalSetup: ['server/test/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
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
          exclude: [...configDefaults.exclude, ...PROCESSES],
        },
      },
      { test: { ...onPostgres, name: 'procesos', include: PROCESSES, fileParallelism: false } },
      { test: { name: 'web', include: ['web/app/**/*.test.ts', 'scripts/**/*.test.ts'] } },
    ],
  },
})
