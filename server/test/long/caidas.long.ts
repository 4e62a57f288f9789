// Kills of the program and of PostgreSQL under 32 writers, database away and frozen, disk full, orphans, slow clients: nothing acknowledged is lost, and it comes back by itself.
import { it } from 'vitest'
import { killAWorker, killTheDatabase, killTheProgram } from './crashes.ts'
import { diskFull, noRoomForFiles } from './disk.ts'
import { orphans } from './orphans.ts'
import { databaseAway, databaseFrozen } from './outages.ts'
import { slowClients } from './slow.ts'

it('the program is killed', () => killTheProgram(10))
it('PostgreSQL is killed', () => killTheDatabase(10))
it('one of two processes is killed', () => killAWorker(5))
it('the database is away', () => databaseAway(60))
it('PostgreSQL is frozen', () => databaseFrozen(10))
it('the disk is full', diskFull)
it('there is no room for the files of the program', noRoomForFiles)
it('the program is killed and its PostgreSQL lives on', () => orphans(20))
it('clients that do not finish', slowClients)
