import { it } from 'vitest'
import { copiesAtOnce } from './copies.ts'

// With twenty and the demo in `npm run test:long -- copies`.
it('three concurrent first starts set up the database once', () => copiesAtOnce(3, { demo: false }), 180_000)
