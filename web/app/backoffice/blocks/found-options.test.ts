import { expect, it } from 'vitest'
import { foundOptions } from './found-options'

const named = (...labels: string[]) => labels.map((label) => ({ value: label, label }))
const find = (search: string) =>
  foundOptions({
    options: [...named('Rosa Álvarez', 'Ana Sant’Anna'), { group: 'Otros', items: named('Íñigo Álvarez', 'Luz Paz') }],
    search,
    limit: 100,
  })

it.each([
  ['alvarez', [...named('Rosa Álvarez'), { group: 'Otros', items: named('Íñigo Álvarez') }]],
  ["sant'anna", named('Ana Sant’Anna')],
  ['SANT´ANNA ana', named('Ana Sant’Anna')],
  ['inigo', [{ group: 'Otros', items: named('Íñigo Álvarez') }]],
  ['nadie', []],
])('«%s»', (search, found) => expect(find(search)).toEqual(found))

it('shows all while nothing is typed', () => expect(find('')).toHaveLength(3))
