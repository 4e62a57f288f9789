import { expect, it } from 'vitest'
import { statementNames } from './naming.ts'

it('equal texts have one name, others another', () => {
  const nameOf = statementNames(10)
  const name = nameOf('SELECT $1')
  expect(name).toMatch(/^q[\w-]{22}$/)
  expect(nameOf('SELECT $1')).toBe(name)
  expect(nameOf('SELECT $2')).not.toBe(name)
})

it.each([
  'select "id" from "cursos" where "id" in ($1, $2)',
  'SELECT 1 FROM cursos WHERE id IN ($1)',
  'insert into "auditoria" ("id", "accion") values (default, $1), (default, $2)',
  'insert into "likes" ("a", "b") values ($1, $2), ($3, $4)',
  'begin',
  'rollback to savepoint sp1',
])('%s has no name', (text) => {
  expect(statementNames(10)(text)).toBeUndefined()
})

it('names no more than its bound, and keeps those', () => {
  const nameOf = statementNames(2)
  const names = ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 1'].map(nameOf)
  expect(names).toEqual([expect.any(String), expect.any(String), undefined, names[0]])
})
