// kill -9 of the program and of PostgreSQL under 32 writers, ten times each: nothing that was acknowledged is lost.
import { it } from 'vitest'
import { killTheDatabase, killTheProgram } from './crashes.ts'

it('the program', () => killTheProgram(10))
it('PostgreSQL', () => killTheDatabase(10))
