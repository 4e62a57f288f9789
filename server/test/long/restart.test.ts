import { it } from 'vitest'
import { restartInTurn } from './restart.ts'

// Once each; three times in `npm run test:long -- reinicio`.
it('restarts two copies in turn without a failed request', () => restartInTurn(1, 0), 180_000)
