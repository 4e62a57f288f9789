// Under load: kills, an unavailable or frozen database, table locks, a full disk, orphans, slow clients; nothing is lost.
import { it } from 'vitest'
import { expectBars } from './bars.ts'
import { killAWorker, killTheDatabase, killTheProgram } from './crashes.ts'
import { diskFull, noRoomForFiles } from './disk.ts'
import { lockedForLong } from './locks.ts'
import { orphans } from './orphans.ts'
import { databaseAway, databaseFrozen } from './outages.ts'
import { slowClients } from './slow.ts'

/** On an idle machine. */
const PROGRAM_MS = 2000
const POSTGRES_MS = 5000

it('the app is killed', async () => {
  expectBars({ 'back, ms': { met: Math.max(...(await killTheProgram(10))), most: PROGRAM_MS } })
})
it('PostgreSQL is killed', async () => {
  expectBars({ 'back, ms': { met: Math.max(...(await killTheDatabase(10))), most: POSTGRES_MS } })
})
it('one of two workers is killed', async () => {
  expectBars({ 'silent, ms': { met: Math.max(...(await killAWorker(5))), most: PROGRAM_MS } })
})
it('the database is unavailable', () => databaseAway(60))
it('PostgreSQL is frozen', () => databaseFrozen(10))
it('another session locks a table', lockedForLong)
it('the disk is full', diskFull)
it('there is no space for uploads', noRoomForFiles)
it('the app is killed and its PostgreSQL survives', () => orphans(20))
it('slow clients', slowClients)
