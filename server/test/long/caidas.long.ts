// Kills of the program and of PostgreSQL under 32 writers, database away and frozen, a table locked, disk full, orphans, slow clients: nothing acknowledged is lost, and it comes back by itself.
import { it } from 'vitest'
import { expectBars } from './bars.ts'
import { killAWorker, killTheDatabase, killTheProgram } from './crashes.ts'
import { diskFull, noRoomForFiles } from './disk.ts'
import { lockedForLong } from './locks.ts'
import { orphans } from './orphans.ts'
import { databaseAway, databaseFrozen } from './outages.ts'
import { slowClients } from './slow.ts'

/** Of a machine that does nothing else (safety.md section 3). */
const PROGRAM_MS = 2000
const POSTGRES_MS = 5000

it('the program is killed', async () => {
  expectBars({ 'back, ms': { met: Math.max(...(await killTheProgram(10))), most: PROGRAM_MS } })
})
it('PostgreSQL is killed', async () => {
  expectBars({ 'back, ms': { met: Math.max(...(await killTheDatabase(10))), most: POSTGRES_MS } })
})
it('one of two processes is killed', async () => {
  expectBars({ 'silent, ms': { met: Math.max(...(await killAWorker(5))), most: PROGRAM_MS } })
})
it('the database is away', () => databaseAway(60))
it('PostgreSQL is frozen', () => databaseFrozen(10))
it('a table is locked from elsewhere', lockedForLong)
it('the disk is full', diskFull)
it('there is no room for the files of the program', noRoomForFiles)
it('the program is killed and its PostgreSQL lives on', () => orphans(20))
it('clients that do not finish', slowClients)
