import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LOOKS } from './mantine-looks'

const COMPONENTS = join(import.meta.dirname, '../../../node_modules/@mantine/core/esm/components')

it.each(Object.entries(LOOKS))('%s has the class names of the Mantine that is installed', (component, looks) => {
  const source = readFileSync(join(COMPONENTS, component, `${component}.module.mjs`), 'utf8')
  for (const [part, name] of Object.entries(looks)) expect(source).toMatch(new RegExp(`"${part}": "${name}"`))
})
