// npm start: everything that is needed, then the program.
import { prepare } from './prepare.mjs'
import { runInPlace } from './run.mjs'

runInPlace(await prepare(), ['server/src/main.ts', ...process.argv.slice(2)])
