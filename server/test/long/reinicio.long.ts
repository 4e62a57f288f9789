// Two copies behind a balancer, restarted in turn three times under 100 requests a second for 60 s and more: none fails.
import { it } from 'vitest'
import { restartInTurn } from './restart.ts'

it('restarts in turn', () => restartInTurn(3, 60))
