import { it } from 'vitest'
import { restartInTurn } from './restart.ts'

// Three times and at 100 requests/s in `npm run test:long -- reinicio`.
it('restarts two instances in turn without a failed request', () => restartInTurn(1, { perSecond: 20 }), 240_000)
