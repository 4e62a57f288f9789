import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const G = '/api/gestion'

let teacher: string
let student: string
let course: Awaited<ReturnType<typeof aCourse>>
/** A lesson named by the draft of the outline, whose own text is another draft. */
let lesson: number
let card: string

const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, body?: object) =>
  t.call(method, `${G}${url}`, { token: teacher, ...(body && { body }) })
const open = async (objeto: string) => (await send('GET', `/documentos/${objeto}`)).body.data
const save = async (objeto: string, documento: object, version: number) =>
  (await send('PUT', `/documentos/${objeto}`, { documento, version })).body.data.version as number
const publish = (documentos: { objeto: string; version: number }[], query = '') =>
  send('POST', `/publicar${query}`, { documentos, acepta_avisos: true })

const TEXT = { titulo: 'Sombras', duracion: 5, contenido: '<p>Luz.</p>', videos: [], materiales: [], gratis: false }

/** Names the lesson as the last of a module, and saves that. */
async function place(at: number) {
  const { documento, version } = await open(card)
  const modulos = documento.modulos.map((module: { lecciones: number[] }, n: number) => {
    const others = module.lecciones.filter((id) => id !== lesson)
    return { ...module, lecciones: n === at ? [...others, lesson] : others }
  })
  return { objeto: card, version: await save(card, { ...documento, modulos }, version) }
}

const draft = async () => {
  const { version } = await open(`leccion:${lesson}`)
  return { objeto: `leccion:${lesson}`, version: await save(`leccion:${lesson}`, TEXT, version) }
}

const isShown = async () =>
  (await t.call('GET', `/api/lecciones/detallado/${lesson}`, { token: student })).status === 200
const stateOf = async () => {
  const { lecciones } = (await send('GET', `/cursos/${course.id}`)).body.data
  return lecciones.find(({ id }: { id: number }) => id === lesson)?.estado
}

beforeAll(async () => {
  teacher = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})

beforeEach(async () => {
  const person = await aPerson(t.deps.db)
  student = await t.tokenOf(person.id)
  const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  course = await aCourse(t.deps.db, { teacher: id, modules: 2, lessons: 1 })
  await anEnrolment(t.deps.db, person.id, course.id)
  card = `curso:${course.id}`
  const made = await send('POST', `/modulos/${course.modulos[0]?.id}/lecciones`, {
    nombres: ['Sombras'],
    envio: randomUUID(),
  })
  lesson = made.body.data[0].id
})

describe('a lesson whose first text is still a draft', () => {
  it('stays hidden when the outline that names it is published, and is shown with its own publication', async () => {
    const text = await draft()
    const outline = await place(0)
    const dry = (await publish([outline], '?ensayo=1')).body.data.documentos[0]
    expect([dry.efectos, dry.errores]).toEqual([[], []])
    expect((await publish([outline])).status).toBe(200)
    expect([await isShown(), await stateOf()]).toEqual([false, 'sin_publicar'])
    expect((await open(card)).documento.modulos[0].lecciones.at(-1)).toBe(lesson)

    // It moves while it waits.
    expect((await publish([await place(1)])).status).toBe(200)
    expect([await isShown(), await stateOf()]).toEqual([false, 'sin_publicar'])
    expect((await open(card)).documento.modulos[1].lecciones.at(-1)).toBe(lesson)

    expect((await publish([text])).status).toBe(200)
    expect([await isShown(), await stateOf()]).toEqual([true, 'publicado'])
  })

  it('is shown at once when both are published, and its draft of later does not hide it', async () => {
    const documents = [await place(0), await draft()]
    const dry = (await publish(documents, '?ensayo=1')).body.data.documentos
    expect(dry[0].efectos).toEqual(['El avance de 1 alumno cambiará.'])
    expect((await publish(documents)).status).toBe(200)
    expect(await isShown()).toBe(true)
    await draft()
    expect((await publish([await place(1)])).status).toBe(200)
    expect(await isShown()).toBe(true)
  })

  it('stays hidden when it was taken out of the outline before it is published', async () => {
    const text = await draft()
    await publish([await place(0)])
    await publish([await place(2)])
    expect((await publish([text])).status).toBe(200)
    expect(await isShown()).toBe(false)
  })

  it('is refused when students would see no lesson', async () => {
    const text = await draft()
    const { documento, version } = await open(card)
    const [first] = documento.modulos
    const modulos = [{ ...first, lecciones: [lesson] }]
    const outline = { objeto: card, version: await save(card, { ...documento, modulos }, version) }
    const errors = async (documents: (typeof text)[]) =>
      (await publish(documents, '?ensayo=1')).body.data.documentos[0].errores.map(
        ({ texto }: { texto: string }) => texto,
      )
    const none =
      'Los alumnos no verían ninguna lección: todas están vacías, o su texto es un borrador que no publicas ahora.'
    expect(await errors([outline])).toContain(none)
    expect(await errors([outline, text])).not.toContain(none)
  })

  it('is shown however its publication and that of the outline meet', async () => {
    for (let n = 0; n < 10; n++) {
      const made = await send('POST', `/modulos/${course.modulos[0]?.id}/lecciones`, {
        nombres: ['Sombras'],
        envio: randomUUID(),
      })
      lesson = made.body.data[0].id
      const [text, outline] = [await draft(), await place(0)]
      const answers = await Promise.all(
        n % 2 ? [publish([text]), publish([outline])] : [publish([outline]), publish([text])],
      )
      expect([...answers.map(({ status }) => status), await isShown()]).toEqual([200, 200, true])
    }
  })
})

it('what was published last stays among the versions, however many drafts were given up since', async () => {
  const objeto = `leccion:${lesson}`
  await publish([await place(0), await draft()])
  await t.database.sql`INSERT INTO versiones (version, id_cliente, objeto, motivo, documento)
    SELECT nextval('version_documento'), 2, ${objeto}, 'descartada', '{}' FROM generate_series(1, 60)`
  const aside = { documento: { ...TEXT, titulo: 'De Rosa' } }
  expect((await send('POST', `/documentos/${objeto}/versiones`, aside)).status).toBe(200)
  const { data } = (await send('GET', `/versiones?objeto=${objeto}`)).body.data
  const reasons: string[] = data.map(({ motivo }: { motivo: string }) => motivo)
  expect([reasons.length, reasons.filter((reason) => reason === 'publicada')]).toEqual([51, ['publicada']])
})
