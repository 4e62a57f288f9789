import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const APP = join(import.meta.dirname, '..')
const STYLES = join(APP, '../../node_modules/@mantine/core/styles')
const listedIn = (file: string) =>
  [...readFileSync(join(APP, file), 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(
    ([, name]) => name,
  )
const everywhere = listedIn('lib/mantine-styles.ts')
const STAFF = /^backoffice\//

/** Components that Mantine draws inside another, which no file of ours imports. */
const INSIDE: Record<string, string[]> = { SegmentedControl: ['FloatingIndicator'] }

/** The components that these files import from Mantine and that have styles. */
function used(staff: boolean): Set<string> {
  const files = globSync('**/*.tsx', { cwd: APP }).filter((file) => STAFF.test(file) === staff)
  const names = files.flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, all]) => (all ?? '').split(',').map((name) => name.trim()),
    ),
  )
  const drawn = names.flatMap((name) => [name, ...(INSIDE[name] ?? [])])
  return new Set(drawn.filter((name) => /^[A-Z]\w*$/.test(name) && existsSync(join(STYLES, `${name}.css`))))
}

it('lists the styles of every Mantine component in use', () => {
  expect([...used(false)].filter((name) => !everywhere.includes(name))).toEqual([])
})

it('lists those of the back office apart, so that students do not load them', () => {
  const listed = [...everywhere, ...listedIn('backoffice/shell/styles.css')]
  expect([...used(true)].filter((name) => !listed.includes(name))).toEqual([])
})
