import { describe, expect, it } from 'vitest'
import { describePlace, moveItem, moveToUndo, placeOfDrop, stepFrom } from './arrange'

const row = (name: string) => ({ id: name, name })
const COURSE = [
  { id: 'm1', name: 'Primeros pasos', rows: ['a', 'b', 'c'].map(row) },
  { id: 'm2', name: 'Animación', rows: [] },
  { id: 'm3', name: 'Luces', rows: ['d'].map(row) },
]

describe('Subir and Bajar', () => {
  it.each([
    ['b', -1, { group: 'm1', index: 0 }],
    ['b', 1, { group: 'm1', index: 2 }],
    ['a', -1, null],
    ['c', 1, { group: 'm2', index: 0 }],
    ['d', -1, { group: 'm2', index: 0 }],
    ['d', 1, null],
    ['m1', -1, null],
    ['m1', 1, { group: null, index: 1 }],
    ['m3', 1, null],
    ['nada', 1, null],
  ] as const)('%s by %i', (id, step, place) => {
    expect(stepFrom(COURSE, id, step)).toEqual(place)
  })

  it('a row goes to the end of the group above', () => {
    const groups = COURSE.map((group) => (group.id === 'm2' ? { ...group, rows: [row('x'), row('y')] } : group))
    expect(stepFrom(groups, 'd', -1)).toEqual({ group: 'm2', index: 2 })
  })
})

describe('a drop', () => {
  it.each([
    ['a row after one of its group', 'a', 'c', 'after', { group: 'm1', index: 2 }],
    ['a row before one of its group', 'c', 'a', 'before', { group: 'm1', index: 0 }],
    ['a row beside one of another group', 'a', 'd', 'before', { group: 'm3', index: 0 }],
    ['a row on an empty group', 'a', 'm2', 'on', { group: 'm2', index: 0 }],
    ['a row on its own group goes last', 'a', 'm1', 'on', { group: 'm1', index: 2 }],
    ['a row on a row', 'a', 'b', 'on', null],
    ['a row between groups', 'a', 'm2', 'before', null],
    ['a group before another', 'm3', 'm1', 'before', { group: null, index: 0 }],
    ['a group after another', 'm1', 'm3', 'after', { group: null, index: 2 }],
    ['a group on another', 'm1', 'm3', 'on', null],
    ['a group beside a row', 'm1', 'd', 'after', null],
    ['on itself', 'a', 'a', 'after', null],
  ] as const)('%s', (_case, id, key, position, place) => {
    expect(placeOfDrop(COURSE, id, { key, position })).toEqual(place)
  })
})

it('the live region says the name, the position and the group', () => {
  expect(describePlace(COURSE, 'b')).toBe('«b», posición 2 de 3 en Primeros pasos')
  expect(describePlace(COURSE, 'm3')).toBe('«Luces», posición 3 de 3')
  expect(describePlace([{ id: '', name: '', rows: [row('Pregunta 1')] }], 'Pregunta 1')).toBe(
    '«Pregunta 1», posición 1 de 1',
  )
})

it('an item moves within a list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a'], 4, 0)).toEqual(['a'])
})

it('the newest move is undone while its row is where it went', () => {
  const move = (id: string, index: number) => ({ id, from: { group: 'm1', index: 2 }, to: { group: 'm1', index } })
  expect(moveToUndo(COURSE, [])).toBeNull()
  expect(moveToUndo(COURSE, [move('a', 0), move('b', 1)])).toEqual(move('b', 1))
  expect(moveToUndo(COURSE, [move('b', 1), move('b', 0)])).toBeNull()
  expect(moveToUndo(COURSE, [move('gone', 0)])).toBeNull()
})
