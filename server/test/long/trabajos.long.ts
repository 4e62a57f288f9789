// kill -9 of a worker fifty times in the middle of 3,000 jobs: each effect exactly once; a crash sends at most one mail of a queue again.
import { it } from 'vitest'
import { killWorkers } from './jobs.ts'

it('does each job once', () => killWorkers(Number(process.env.KILLS ?? 50)))
