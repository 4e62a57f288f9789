// An academy's machine as docs/operations.md sets it up: start, load, back up, lose all, restore. By docker compose where it runs.
import { it } from 'vitest'
import { installation } from './installation.ts'

it('starts, loads, backs up and is restored elsewhere', installation)
