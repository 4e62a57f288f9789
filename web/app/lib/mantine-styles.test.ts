import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const APP = join(import.meta.dirname, '..')
const STYLES = join(APP, '../../node_modules/@mantine/core/styles')
const listedIn = (file: string) =>
  [...readFileSync(join(APP, file), 'utf8').matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name]) => name)
const everywhere = listedIn('lib/mantine-styles.ts')
const STAFF = /^backoffice\//

/** The components that these files import from Mantine and that have styles. */
function used(staff: boolean): Set<string> {
  const files = globSync('**/*.tsx', { cwd: APP }).filter((file) => STAFF.test(file) === staff)
  const names = files.flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, all]) => (all ?? '').split(',').map((name) => name.trim()),
    ),
  )
  return new Set(names.filter((name) => /^[A-Z]\w*$/.test(name) && existsSync(join(STYLES, `${name}.css`))))
}

it('lists the styles of every Mantine component in use', () => {
  expect([...used(false)].filter((name) => !everywhere.includes(name))).toEqual([])
})

it('lists those of the back office apart, so that students do not load them', () => {
  const listed = [...everywhere, ...listedIn('backoffice/shell/styles.ts')]
  expect([...used(true)].filter((name) => !listed.includes(name))).toEqual([])
})
