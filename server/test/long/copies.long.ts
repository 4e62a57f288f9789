// Twenty copies (COPIES) of the program that start at once on an empty database: all serve, nothing is made twice, nobody dies.
import { it } from 'vitest'
import { copiesAtOnce } from './copies.ts'

it('start together', () => copiesAtOnce(Number(process.env.COPIES ?? 20), { demo: true }))
