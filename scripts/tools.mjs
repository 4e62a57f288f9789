// Before a command that needs the tests' tools, which `npm start` does not install.
import { prepare } from './prepare.mjs'

await prepare({ pages: false, tools: true })
