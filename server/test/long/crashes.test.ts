import { it } from 'vitest'
import { killTheDatabase } from './crashes.ts'

// Once; ten times in `npm run test:long -- caidas`. The program itself is killed in server/test/program.test.ts.
it('loses nothing that it acknowledged when PostgreSQL is killed', () => killTheDatabase(1), 180_000)
