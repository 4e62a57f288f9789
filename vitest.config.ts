import { configDefaults, defineConfig } from 'vitest/config'

/** The program as a process: it starts, survives a kill and stops. One after the other, when all other files are done. */
const PROGRAM = ['server/test/program.test.ts']

/** Files that start programs of their own (the server, PostgreSQL, a bucket), one at a time. `npm run test:full` runs them. */
const PROCESSES = [
  'server/test/long/*.test.ts',
  'server/test/{bucket,killed-jobs,logs,pictures.memory,races,streams}.test.ts',
  'server/src/{start/{lost-connection,start,workers},commands/*,backup/*,content/{demo,export-demo}}.test.ts',
  'server/src/platform/**/{embedded,storage}.test.ts',
]

/** What passes at the second try is told apart as flaky (scripts/test.mjs). */
const everywhere = { retry: 1 }

const patient = {
  ...everywhere,
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 20_000 } },
}
const onPostgres = { ...patient, globalSetup: ['server/test/global-setup.ts'] }

export default defineConfig({
  test: {
    // Vitest leaves one core to itself; the machines that run this have two, and files wait for PostgreSQL half of their time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...onPostgres,
          name: 'servidor',
          // Importing the server anew for each file takes longer than most files' tests.
          isolate: false,
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PROGRAM, ...PROCESSES],
        },
      },
      { test: { ...patient, name: 'programa', include: PROGRAM, fileParallelism: false } },
      { test: { ...onPostgres, name: 'procesos', include: PROCESSES, fileParallelism: false } },
      {
        test: {
          ...everywhere,
          name: 'web',
          isolate: false,
          env: { TZ: 'America/Lima' },
          include: ['web/{app,worker}/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
    ],
  },
})
