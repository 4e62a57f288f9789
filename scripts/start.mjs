// npm start: everything that is needed, then the program.
import { prepare } from './prepare.mjs'
import { runInPlace } from './run.mjs'

// Small rooms: answers live for a moment, and room that once grew is not given back. What the program itself needs is a quarter of
// the larger one; near it the collector comes sooner instead of letting garbage lie (decision 21).
const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=256']

runInPlace(await prepare(), [...MEMORY, 'server/src/main.ts', ...process.argv.slice(2)])
