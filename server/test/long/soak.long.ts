// 30 minutes (SOAK_MINUTES) of 40 requests/s on the app with its pages: heap, memory and files do not grow.
import { it } from 'vitest'
import { soak } from './soak.ts'

it('stays level', () => soak(Number(process.env.SOAK_MINUTES ?? 30)))
