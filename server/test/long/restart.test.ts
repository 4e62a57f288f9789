import { it } from 'vitest'
import { restartInTurn } from './restart.ts'

// Once each; three times and at 100 requests a second in `npm run test:long -- reinicio`.
it('restarts two copies in turn without a failed request', () => restartInTurn(1, { perSecond: 20 }), 240_000)
