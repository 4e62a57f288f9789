// npm start: everything that is needed, then the program.
import { prepare } from './prepare.mjs'
import { runInPlace } from './run.mjs'

// A small room for young objects: answers live for a moment, and room that once grew is never given back.
runInPlace(await prepare(), ['--max-semi-space-size=8', 'server/src/main.ts', ...process.argv.slice(2)])
