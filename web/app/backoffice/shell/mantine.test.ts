import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const BACK_OFFICE = join(import.meta.dirname, '..')
const STYLES = join(BACK_OFFICE, '../../../node_modules/@mantine/core/styles')
const read = (file: string) => readFileSync(join(BACK_OFFICE, file), 'utf8')

/** Components that Mantine draws inside another, which no file of ours imports. */
const INSIDE: Record<string, string[]> = { SegmentedControl: ['FloatingIndicator'] }

it('lists the styles of every Mantine component in use', () => {
  const listed = [...read('shell/mantine.css').matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name)
  const names = globSync('**/*.tsx', { cwd: BACK_OFFICE }).flatMap((file) =>
    [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, all = '']) =>
      all.split(',').map((name) => name.trim()),
    ),
  )
  const drawn = names.flatMap((name) => [name, ...(INSIDE[name] ?? [])])
  const styled = drawn.filter((name) => /^[A-Z]\w*$/.test(name) && existsSync(join(STYLES, `${name}.css`)))
  expect(styled.filter((name) => !listed.includes(name))).toEqual([])
})
