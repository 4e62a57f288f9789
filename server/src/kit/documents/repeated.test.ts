import { beforeAll, expect, it } from 'vitest'
import { aCourse, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
let token: string

beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})

const open = async (objeto: string) => (await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })).body.data
const save = (objeto: string, documento: unknown, version: number) =>
  t.call('PUT', `/api/gestion/documentos/${objeto}`, { token, body: { documento, version } })
const publish = (objeto: string, version: number) =>
  t.call('POST', '/api/gestion/publicar', {
    token,
    body: { documentos: [{ objeto, version }], acepta_avisos: true },
  })

async function anExamDocument() {
  const course = await aCourse(t.deps.db)
  const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? 0 })
  const objeto = `evaluacion:${exam.id}`
  const { documento, version } = await open(objeto)
  return { objeto, documento, version, course }
}

it('a question or an option of an id that another has is refused and named, and its draft is not published', async () => {
  const { objeto, documento, version } = await anExamDocument()
  const [one, two] = documento.preguntas
  const other = { ...two, id: one.id, pregunta: 'La que se escribiría encima' }
  const stolen = { ...two, opciones: [one.opciones[0], two.opciones[1], two.opciones[1]] }
  expect(await save(objeto, { ...documento, preguntas: [one, other] }, version)).toMatchObject({
    status: 422,
    body: { errors: { 'documento.preguntas.1.id': ['La pregunta 2 repite el identificador de otra.'] } },
  })
  expect((await save(objeto, { ...documento, preguntas: [one, stolen] }, version)).body.errors).toEqual({
    'documento.preguntas.1.opciones.0.id': ['La opción 1 de la pregunta 2 repite el identificador de otra.'],
    'documento.preguntas.1.opciones.2.id': ['La opción 3 de la pregunta 2 repite el identificador de otra.'],
  })
  // A draft that an earlier version took.
  const saved = (await save(objeto, { ...documento, nombre: 'Otro nombre' }, version)).body.data
  await t.database
    .sql`UPDATE borradores SET documento = jsonb_set(documento, '{preguntas,1,id}', documento #> '{preguntas,0,id}')
    WHERE objeto = ${objeto}`
  expect(await publish(objeto, saved.version)).toMatchObject({ status: 422, body: { code: 'DATOS_INVALIDOS' } })
  const texts = await t.database.sql`SELECT pregunta FROM preguntas WHERE id = ${one.id} AND activo`
  expect(texts).toEqual([{ pregunta: 'Pregunta 1' }])
})

it('so is a prize, and a lesson of a copied module', async () => {
  const prize = { id: 'a', premio: 'Una tableta', puesto: 1, imagen: null }
  const { version } = await open('premios')
  expect((await save('premios', { premios: [prize, { ...prize, premio: 'Un libro' }] }, version)).body.errors).toEqual({
    'documento.premios': ['Cada premio va una sola vez.'],
  })
  const { course } = await anExamDocument()
  const [module] = course.modulos
  const lesson = module?.lecciones[0]?.id
  const body = { nombre: 'Copia', lecciones: [lesson, lesson], envio: '5f0c1d8e-2f7b-4b0e-9f55-0d2a8a6f0001' }
  const copied = await t.call('POST', `/api/gestion/modulos/${module?.id}/duplicar`, { token, body })
  expect([copied.status, copied.body.errors]).toEqual([422, { lecciones: ['Cada lección va una sola vez.'] }])
})
