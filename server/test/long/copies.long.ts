// Twenty instances (COPIES) start at once on an empty database: all serve, and set-up happens once.
import { it } from 'vitest'
import { copiesAtOnce } from './copies.ts'

it('start together', () => copiesAtOnce(Number(process.env.COPIES ?? 20), { demo: true }))
