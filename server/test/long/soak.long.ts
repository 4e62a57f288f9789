// Thirty minutes (SOAK_MINUTES) of 40 requests a second on the program with its pages: heap, memory, files stay level.
import { it } from 'vitest'
import { soak } from './soak.ts'

it('stays level', () => soak(Number(process.env.SOAK_MINUTES ?? 30)))
