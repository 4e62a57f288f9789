import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const G = '/api/gestion'

let admin: string
let teacher: number

const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, body?: object) =>
  t.call(method, `${G}${url}`, { token: admin, ...(body && { body }) })
const open = async (objeto: string) => (await send('GET', `/documentos/${objeto}`)).body.data
const save = async (objeto: string, documento: object) => {
  const { version } = await open(objeto)
  return { objeto, version: (await send('PUT', `/documentos/${objeto}`, { documento, version })).body.data.version }
}
const publish = (documentos: object[], query = '') =>
  send('POST', `/publicar${query}`, { documentos, acepta_avisos: true })
const names = (nombres: string[]) => ({ nombres, envio: randomUUID() })

const TEXT = { duracion: 5, contenido: '<p>Luz.</p>', videos: [], materiales: [], gratis: false }

type Row = { id: number; nombre: string }
let course: number
let modules: Row[]
let lessons: Row[]
let outline: { objeto: string; version: number }

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  teacher = (await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id
})

/** Five pasted titles in one module, another module without lessons, and the course's card. */
beforeEach(async () => {
  // The academy's only teacher has it.
  course = (
    await send('POST', '/cursos', { nombre: 'Luz', categoria: 'Fotografía', nivel: 'Básico', envio: randomUUID() })
  ).body.data.id
  await t.database.sql`UPDATE cursos SET costo_centimos = 12000 WHERE id = ${course}`
  modules = (await send('POST', `/cursos/${course}/modulos`, names(['Primero', 'Vacío']))).body.data
  lessons = (await send('POST', `/modulos/${modules[0]?.id}/lecciones`, names(['A', 'B', 'C', 'D', 'E']))).body.data
  const { documento } = await open(`curso:${course}`)
  outline = await save(`curso:${course}`, {
    ...documento,
    horas: 4,
    modulos: modules.map(({ id, nombre }, at) => ({
      id,
      nombre,
      horas: 2,
      lecciones: at ? [] : lessons.map(({ id }) => id),
    })),
  })
})

const write = ({ id, nombre }: Row, text = {}) => save(`leccion:${id}`, { titulo: nombre, ...TEXT, ...text })
const first = () => lessons[0] as Row
const shop = async () => {
  const { data } = (await t.call('GET', `/api/modulos/curso/${course}`)).body
  return (data ?? []).map((module: { nombre: string; lecciones: { titulo: string }[] }) => [
    module.nombre,
    module.lecciones.map(({ titulo }) => titulo),
  ])
}
const held = (rows: { objeto: string; nombre: string; motivo: string }[]) =>
  rows.map(({ nombre, motivo }) => `${nombre}: ${motivo}`)
const EMPTY = ['Vacío: sin_lecciones', 'B: vacia', 'C: vacia', 'D: vacia', 'E: vacia']

describe('publishing a course', () => {
  it('sells what has content, and names and holds back the rest, whatever the batch', async () => {
    const batch = [outline, await write(first())]
    const dry = (await publish(batch, '?ensayo=1')).body.data
    expect(held(dry.retenidos).sort()).toEqual([...EMPTY].sort())
    // A module without anything is no module of it.
    expect(held(dry.avisos)).toEqual(['Primero: sin_certificado'])
    expect(await shop()).toEqual([])
    const { status, body } = await publish(batch)
    expect([status, held(body.data.retenidos).length]).toEqual([200, 5])
    expect(await shop()).toEqual([['Primero', ['A']]])
    const card = (await t.call('GET', '/api/cursos')).body.data.find(({ id }: { id: number }) => id === course)
    expect(card).toMatchObject({ lecciones: 1 })
    // The outline still names them, and the course's screen says what waits.
    expect(
      (await open(`curso:${course}`)).documento.modulos.map(
        ({ lecciones }: { lecciones: number[] }) => lecciones.length,
      ),
    ).toEqual([5, 0])
    expect(held((await send('GET', `/cursos/${course}`)).body.data.pendientes)).toHaveLength(5)

    // Each appears with its own publication, and the module with its first lesson.
    expect((await publish([await write(lessons[1] as Row)])).status).toBe(200)
    expect(await shop()).toEqual([['Primero', ['A', 'B']]])
  })

  it('refuses a course of which nothing could be seen', async () => {
    const { status, body } = await publish([outline])
    expect([status, body.code]).toEqual([422, 'NO_PUBLICABLE'])
    expect(body.documentos[0].errores.map(({ ruta }: { ruta: string }) => ruta)).toEqual(['modulos'])
  })

  it('leaves a lesson or exam with errors as a draft, and publishes the rest', async () => {
    const [exam] = (await send('POST', `/cursos/${course}/evaluaciones`, { ...names(['Final']), modelo: 'examen' }))
      .body.data
    const { documento } = await open(`evaluacion:${exam.id}`)
    const worthless = await save(`evaluacion:${exam.id}`, { ...documento, intentos: 2, duracion: 30, preguntas: [] })
    const wrong = await write(lessons[1] as Row, {
      materiales: [{ tipo: 'Archivo', nombre: 'Guía', texto: null, ruta: null, formato: null, tamano: null }],
    })
    const empty = await write(lessons[2] as Row, { contenido: '<p>&nbsp;</p>' })
    const batch = [outline, await write(first()), wrong, empty, worthless]
    const { status, body } = await publish(batch)
    expect(status).toBe(200)
    const versions = body.data.documentos.map(({ version }: { version: number | null }) => version !== null)
    expect(versions).toEqual([true, true, false, false, false])
    expect(await shop()).toEqual([['Primero', ['A']]])
    expect((await open(wrong.objeto)).borrador).toBe(true)
    // Alone it is refused, as a whole.
    expect((await publish([empty])).status).toBe(422)
    expect((await t.call('GET', `/api/cursos/${course}`)).body.data.nombre).toBe('Luz')
  })

  it('shows a lesson that is a live class alone, once there is one', async () => {
    await publish([outline, await write(first())])
    const session = { nombre: 'En vivo', id_leccion: lessons[1]?.id, fecha: '2099-04-05', hora_inicio: '19:30' }
    const rest = { duracion: 90, enlace: 'https://meet.example.com/a', veces: 1, envio: randomUUID() }
    expect((await send('POST', '/sesiones', { ...session, ...rest })).status).toBe(201)
    expect(await shop()).toEqual([['Primero', ['A', 'B']]])
  })
})

it('a new course has no hours until someone writes them, because certificates print them', async () => {
  const body = { nombre: 'Sombra', categoria: 'Fotografía', nivel: 'Básico', envio: randomUUID() }
  const { id } = (await send('POST', '/cursos', body)).body.data
  expect((await open(`curso:${id}`)).documento.horas).toBeNull()
  expect((await send('GET', `/cursos/${id}`)).body.data.comprobacion.errores).toContainEqual({
    ruta: 'horas',
    texto: 'Las horas deben ser un número mayor que cero.',
  })
})

describe('a course that is shown again', () => {
  it('holds back what is empty in it, such as a copy of an old one', async () => {
    await publish([outline, await write(first())])
    // As an academy of before has it.
    await t.database.sql`UPDATE lecciones SET activo = true, espera = false WHERE id = ${lessons[1]?.id}`
    const sold = (await send('GET', `/cursos/${course}`)).body.data.pendientes.filter(
      ({ en_venta }: { en_venta: boolean }) => en_venta,
    )
    expect(held(sold)).toEqual(['B: vacia'])
    // Nothing is hidden behind anyone's back.
    await publish([await write(first(), { contenido: '<p>Sombra.</p>' })])
    expect(await shop()).toEqual([['Primero', ['A', 'B']]])

    const copy = (await send('POST', `/cursos/${course}/duplicar`, { envio: randomUUID() })).body.data.id
    await t.database.sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${copy}, ${teacher})`
    const { version } = (await send('GET', `/cursos/${copy}`)).body.data
    expect((await send('PUT', `/cursos/${copy}/estado`, { estado: 'publicado', version })).status).toBe(200)
    course = copy
    expect(await shop()).toEqual([['Primero', ['A']]])
  })
})

it('students of a course keep what they see when its outline is published', async () => {
  const student = await aPerson(t.deps.db)
  await publish([outline, await write(first())])
  await anEnrolment(t.deps.db, student.id, course)
  await t.database.sql`UPDATE lecciones SET activo = true, espera = false WHERE id = ${lessons[1]?.id}`
  const { documento } = await open(`curso:${course}`)
  expect((await publish([await save(`curso:${course}`, { ...documento, horas: 5 })])).status).toBe(200)
  const token = await t.tokenOf(student.id)
  expect((await t.call('GET', `/api/lecciones/detallado/${lessons[1]?.id}`, { token })).status).toBe(200)
})
