import { it } from 'vitest'
import { copiesAtOnce } from './copies.ts'

// Twenty and the demo in `npm run test:long -- copies`.
it('three copies that start at once on an empty database make it once', () => copiesAtOnce(3, { demo: false }), 180_000)
