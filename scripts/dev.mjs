// npm run dev: pages by Vite, and the server again whenever its code changes.
import { prepare } from './prepare.mjs'
import { runInPlace } from './run.mjs'

// By folder: watching what is imported would see Vite's passing copies of its configuration, and restart for ever.
const watch = ['--watch-path=server/src', '--watch-path=contract/src', '--watch-preserve-output']

runInPlace(await prepare({ pages: false }), [...watch, 'server/src/main.ts', '--dev'])
