// kill -9 of a worker fifty times during 3,000 jobs: each effect exactly once, at most one repeated mail per crash.
import { it } from 'vitest'
import { killWorkers } from './jobs.ts'

it('does each job once', () => killWorkers(Number(process.env.KILLS ?? 50)))
