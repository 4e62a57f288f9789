// npm run dev: Vite for the pages, and a server that restarts when its code changes.
import { prepare } from './prepare.mjs'
import { runInPlace } from './run.mjs'

// By folder, because watching imports would follow Vite's temporary files and restart for ever.
const watch = ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output']

runInPlace(await prepare({ pages: false }), [...watch, 'server/src/main.ts', '--dev'])
