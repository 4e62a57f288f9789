import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const APP = join(import.meta.dirname, '..')
const STYLES = join(APP, '../../node_modules/@mantine/core/styles')
const listed = [
  ...readFileSync(join(APP, 'platform/mantine-styles.ts'), 'utf8').matchAll(/@mantine\/core\/styles\/(\w+)\.css/g),
].map(([, name]) => name)

/** The components that our files import from Mantine and that have styles. */
function used(): Set<string> {
  const names = globSync('**/*.tsx', { cwd: APP }).flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, all]) => (all ?? '').split(',').map((name) => name.trim()),
    ),
  )
  return new Set(names.filter((name) => /^[A-Z]\w*$/.test(name) && existsSync(join(STYLES, `${name}.css`))))
}

it('lists the styles of every Mantine component in use', () => {
  expect([...used()].filter((name) => !listed.includes(name))).toEqual([])
})
