// npm run test:long: what takes too long for `npm test`. Every file server/test/long/<part>.long.ts is a part; the first line
// of its comment says what it proves. `npm run test:long -- --list` names the parts, `-- <part> <part>` runs some of them.
// Ends like `npm test`: `N passed, N failed`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './checks.mjs'
import { giveUp, prepare, ROOT } from './prepare.mjs'

const FOLDER = 'server/test/long'
const SUFFIX = '.long.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' } },
})

const parts = readdirSync(join(ROOT, FOLDER))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => {
    const about = /^\s*(?:\/\*\*|\/\/|\*)\s*(\S.*?)(?:\s*\*\/)?$/m.exec(readFileSync(join(ROOT, FOLDER, file), 'utf8'))
    return { name: file.slice(0, -SUFFIX.length), about: about?.[1] ?? '' }
  })

if (values.list) {
  for (const { name, about } of parts) console.log(`${name.padEnd(14)} ${about}`)
  process.exit(0)
}
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0)
  giveUp(`No hay parte ${unknown.join(', ')}. Las hay: ${parts.map(({ name }) => name).join(', ')}`)

const node = await prepare()
const chosen = positionals.length > 0 ? parts.filter(({ name }) => positionals.includes(name)) : parts
const totals = { passed: 0, failed: 0 }
for (const { name, about } of chosen) {
  const began = performance.now()
  const file = `${FOLDER}/${name}${SUFFIX}`
  const args = ['run', '--config', 'vitest.long.config.ts', '--reporter=verbose', file]
  const { code, output } = await run(node, 'vitest', args, { seconds: 4 * 60 * 60 })
  totals.passed += code === 0 ? 1 : 0
  totals.failed += code === 0 ? 0 : 1
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${((performance.now() - began) / 1000).toFixed(0)} s: ${about}`)
  // What a part measured it prints as lines that begin with `>`.
  const told = code === 0 ? output.split('\n').filter((line) => line.startsWith('> ')) : [output]
  if (told.length > 0) console.log(told.join('\n'))
}
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
