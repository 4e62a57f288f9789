import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
let token: string
beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})

const duplicate = (id: number, body: object) =>
  t.call('POST', `/api/gestion/cursos/${id}/duplicar`, { token, body: { envio: randomUUID(), ...body } })
const document = async (objeto: string) =>
  (await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })).body.data.documento
const desk = async (id: number) => (await t.call('GET', `/api/gestion/cursos/${id}`, { token })).body.data

const plain = (key: string, value: unknown) => {
  if (key === 'lecciones' && Array.isArray(value)) return value.length
  return /^id(_leccion|_modulo)?$/.test(key) ? typeof value : value
}

/** Without ids, which differ in every copy. */
const bare = (value: unknown): unknown => JSON.parse(JSON.stringify(value, plain))

it('copies what is published of a course: card, outline, lessons, exams; no person comes along', async () => {
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  const course = await aCourse(t.deps.db, { modules: 2, lessons: 2, teacher: teacher.id, nombre: 'Acuarela' })
  const student = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id)
  const [first, hidden] = course.modulos[0]?.lecciones ?? []
  const exam = await anExam(t.deps.db, {
    id_curso: course.id,
    id_modulo: course.modulos[1]?.id ?? null,
    fecha_apertura: '2020-01-01T05:00:00Z',
    fecha_cierre: '2020-02-01T05:00:00Z',
  })
  const { sql } = t.database
  await sql`UPDATE lecciones SET activo = false WHERE id = ${hidden?.id ?? 0}`
  await sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
    VALUES (${first?.id ?? 0}, 'Video', 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', 1)`
  await sql`INSERT INTO materiales (id_leccion, tipo, nombre, ruta, orden)
    VALUES (${first?.id ?? 0}, 'Enlace', 'Guía', 'https://example.com/guia', 1)`
  await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${first?.id ?? 0}, 'En vivo', '2099-01-01T00:00:00Z', 'https://meet.example.com/a', 1)`
  await sql`UPDATE preguntas SET id_leccion = ${first?.id ?? 0}, orden = 1 WHERE id_evaluacion = ${exam.id}`

  const envio = randomUUID()
  const [one, two] = await Promise.all([duplicate(course.id, { envio }), duplicate(course.id, { envio })])
  expect([one.status, two.status]).toEqual([201, 201])
  const { id } = one.body.data
  expect(two.body.data.id).toBe(id)
  expect((await t.call('GET', `/api/cursos/${id}`)).status).toBe(404)

  const copy = await desk(id)
  expect(copy).toMatchObject({
    nombre: 'Acuarela (copia)',
    estado: 'oculto',
    costo: 149,
    promocion: null,
    docentes: [],
  })
  expect(copy).toMatchObject({ alumnos: 0, sesiones: 0, modulos: [{ nombre: 'Módulo 1' }, { nombre: 'Módulo 2' }] })
  expect(copy.lecciones.map(({ titulo }: { titulo: string }) => titulo)).toEqual([
    'Lección 1.1',
    'Lección 2.1',
    'Lección 2.2',
  ])
  const original = (await document(`curso:${course.id}`)) as object
  expect(bare(await document(`curso:${id}`))).toEqual(
    bare({ ...original, nombre: 'Acuarela (copia)', fecha_inicio: null }),
  )
  expect(bare(await document(`leccion:${copy.lecciones[0].id}`))).toEqual(bare(await document(`leccion:${first?.id}`)))
  const [copied] = copy.evaluaciones
  expect(copied.id_modulo).toBe(copy.modulos[1].id)
  const kept = (await document(`evaluacion:${exam.id}`)) as object
  const made = await document(`evaluacion:${copied.id}`)
  expect(bare(made)).toEqual(bare({ ...kept, fecha_apertura: null, fecha_cierre: null }))
  expect(made.preguntas[0].id_leccion).toBe(copy.lecciones[0].id)
  expect(made.preguntas[0].opciones.length).toBeGreaterThan(1)
})

it('gives the copy the name that was written, of own courses alone', async () => {
  const course = await aCourse(t.deps.db)
  const made = await duplicate(course.id, { nombre: 'Acuarela 2027' })
  expect((await desk(made.body.data.id)).nombre).toBe('Acuarela 2027')
  const other = await aCourse(t.deps.db, { id_cliente: 3 })
  expect((await duplicate(other.id, {})).status).toBe(404)
})
