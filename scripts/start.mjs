import { MEMORY } from './memory.mjs'
import { prepare } from './prepare.mjs'
import { runInPlace } from './run.mjs'

runInPlace(await prepare(), [...MEMORY, 'server/src/main.ts', ...process.argv.slice(2)])
