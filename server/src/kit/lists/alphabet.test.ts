import { expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

const read = async (path: string, token: string) => {
  const { status, body } = await t.call('GET', `/api${path}`, { token })
  expect([path, status]).toEqual([path, 200])
  return body.data.data ?? body.data
}

const ALPHABET = ['Álvarez', 'Nuñez', 'Nuñoa', 'Ñahui', 'Ñúñez', 'Ocaña', 'Zúñiga']
const SORTED = ['Álvarez', 'Nunura', 'Nuñez', 'Nuñoa', 'Nuzzi', 'Ñahui', 'Ñúñez', 'Ocaña', 'Zúñiga']

it('every list by name has Ñ after N, and accents beside their letter', async () => {
  const { db } = t.deps
  const [staff, teacher] = [await aPerson(db, { roles: ['marca'] }), await aPerson(db, { roles: ['docente'] })]
  const course = await aCourse(db, { nombre: 'Ábaco', teacher: teacher.id })
  for (const nombre of ['Ñandutí', 'Óptica', 'Nivelación']) await aCourse(db, { nombre, teacher: teacher.id })
  for (const apellidos of [...ALPHABET, 'Nuzzi', 'Nunura'].toReversed()) {
    const student = await aPerson(db, { nombres: apellidos, apellidos })
    await anEnrolment(db, student.id, course.id)
    await aPerson(db, { nombres: apellidos, apellidos, roles: ['docente'] })
  }
  const token = await t.tokenOf(staff.id)
  const ours = (rows: { nombres: string }[]) =>
    rows.map(({ nombres }) => nombres).filter((name) => SORTED.includes(name))
  expect(ours(await read('/gestion/alumnos?orden=nombre', token))).toEqual(SORTED)
  expect(ours(await read('/gestion/alumnos?orden=-nombre', token))).toEqual(SORTED.toReversed())
  expect(ours(await read('/gestion/equipo?orden=nombre', token))).toEqual(SORTED)
  expect(ours(await read('/usuarios/docentes/activos', token))).toEqual(SORTED)
  const courses = (rows: { nombre: string }[]) =>
    rows.map(({ nombre }) => nombre).filter((name) => ['Ábaco', 'Nivelación', 'Ñandutí', 'Óptica'].includes(name))
  const sorted = ['Ábaco', 'Nivelación', 'Ñandutí', 'Óptica']
  expect(courses(await read('/gestion/cursos?orden=nombre', token))).toEqual(sorted)
  expect(courses(await read('/gestion/matriculas/cursos', token))).toEqual(sorted)
})

it.each([
  ['Sant’Anna', ["Sant'Anna", 'sant´anna', 'SANT`ANNA', 'Santʼanna', 'Sant’Anna', 'sant anna']],
  ["O'Higgins", ['O’Higgins', 'o´higgins', 'O‘HIGGINS', 'higgins']],
  ['García–Sayán', ['García-Sayán', 'garcia‑sayan', 'Garcia − Sayan']],
])('%s is found however its signs are typed', async (apellidos, typed) => {
  const { db } = t.deps
  const [staff, person] = [await aPerson(db, { roles: ['marca'] }), await aPerson(db, { apellidos })]
  const course = await aCourse(db, { nombre: `El método de ${apellidos}` })
  await anEnrolment(db, person.id, course.id)
  const token = await t.tokenOf(staff.id)
  for (const q of typed) {
    const query = encodeURIComponent(q)
    const students = await read(`/gestion/alumnos?q=${query}`, token)
    expect([q, students.map(({ id }: { id: number }) => id)]).toEqual([q, [person.id]])
    const hits = await read(`/gestion/buscar?q=${query}`, token)
    expect([q, hits.map(({ tipo }: { tipo: string }) => tipo)]).toEqual([q, ['curso', 'persona']])
    const found = await t.call('GET', `/api/cursos/buscar?marca=2&buscar=${query}`)
    expect([q, found.body.data?.cursos]).toEqual([q, [course.id]])
  }
})
