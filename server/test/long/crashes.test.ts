import { it } from 'vitest'
import { killTheDatabase, killTheProgram } from './crashes.ts'

// Once each; ten times in `npm run test:long -- caidas`.
it('loses nothing that it acknowledged when it is killed', () => killTheProgram(1), 180_000)
it('loses nothing that it acknowledged when PostgreSQL is killed', () => killTheDatabase(1), 180_000)
