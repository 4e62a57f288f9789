// Two load-balanced instances restarted in turn under 100 requests/s: none fails; SIGTERM with 40 writes under way.
import { it } from 'vitest'
import { restartInTurn } from './restart.ts'
import { stopUnderLoad } from './stops.ts'

it('restarts in turn', () => restartInTurn(3, { perSecond: 100, seconds: 60 }))
it('restarts in turn instances of two processes', () => restartInTurn(1, { perSecond: 100, processes: 2 }))
it('stops two processes under load', () => stopUnderLoad(5))
