import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Warning } from '@campus/contract/documents/warnings'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { campusTarget } from './campus-links.ts'

const t = useApp()
const G = '/api/gestion'

type Course = Awaited<ReturnType<typeof aCourse>>
let admin: string
let teacher: number
let course: Course

const send = (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
  t.call(method, `${G}${url}`, { token: admin, ...(body && { body }) })
const open = async (objeto: string) => (await send('GET', `/documentos/${objeto}`)).body.data
const save = async (objeto: string, documento: object) => {
  const { version } = await open(objeto)
  return { objeto, version: (await send('PUT', `/documentos/${objeto}`, { documento, version })).body.data.version }
}
const publish = (documentos: object[], more: object = {}, query = '') =>
  send('POST', `/publicar${query}`, { documentos, acepta_avisos: true, ...more })
const rehearse = async (documentos: object[]) => (await publish(documentos, {}, '?ensayo=1')).body.data

const TEXT = { titulo: 'Sombras', duracion: 5, contenido: '<p>Luz.</p>', videos: [], materiales: [], gratis: false }

const modules = () => course.modulos
const lessonOf = (module: number) => course.modulos[module]?.lecciones[0]?.id ?? 0
const write = (id: number, text: object = {}) => save(`leccion:${id}`, { ...TEXT, ...text })

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  teacher = (await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id
})

beforeEach(async () => {
  course = await aCourse(t.deps.db, { teacher, modules: 3, lessons: 2 })
})

describe('modules without an exam', () => {
  const warned = async () => {
    const { avisos } = await rehearse([await write(lessonOf(0))])
    return avisos.map(({ motivo, objeto, ruta }: Warning) => [motivo, objeto, ruta])
  }
  const examIn = (module: number | null) =>
    anExam(t.deps.db, { id_curso: course.id, ...(module !== null && { id_modulo: modules()[module]?.id }) })

  it('are named where nothing leads to a certificate', async () => {
    expect(await warned()).toEqual(modules().map(({ id }) => ['sin_certificado', `modulo:${id}`, 'examen']))
  })

  it('are named where others have one, and not where the final exam is the only one', async () => {
    await examIn(null)
    expect(await warned()).toEqual([])
    await examIn(1)
    expect(await warned()).toEqual([0, 2].map((at) => ['sin_examen', `modulo:${modules()[at]?.id}`, 'examen']))
  })

  it('have to be accepted', async () => {
    const lesson = await write(lessonOf(0))
    const refused = await publish([lesson], { acepta_avisos: false })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'NO_PUBLICABLE', avisos: [{ motivo: 'sin_certificado' }, {}, {}] },
    })
    expect((await publish([lesson])).status).toBe(200)
  })
})

describe('links into the campus', () => {
  const link = (href: string, text = href) => `<p>Mira <a href="${href}">${text}</a>.</p>`
  /** The words of the links that lead nowhere. */
  const dead = async (hrefs: string[]) => {
    const { avisos } = await rehearse([
      await write(lessonOf(0), { contenido: hrefs.map((href) => link(href)).join('') }),
    ])
    return avisos.flatMap(({ motivo, detalle }: Warning) => (motivo === 'enlace' ? [detalle.slice(1, -1)] : []))
  }

  it('that lead nowhere are named with their lesson, their words and their field', async () => {
    const contenido = link('/detallecurso/99999999', 'el <b>otro</b> curso')
    const material = { tipo: 'Enlace', nombre: 'La práctica', ruta: 'https://campus.test/foro/99999999' }
    const text = { tipo: 'Texto', nombre: 'Ideas', texto: link('/no-existe', 'aquí'), ruta: null }
    const materiales = [material, text].map((one) => ({ texto: null, formato: null, tamano: null, ...one }))
    const { avisos } = await rehearse([await write(lessonOf(0), { contenido, materiales })])
    const place = { motivo: 'enlace', objeto: `leccion:${lessonOf(0)}`, nombre: 'Sombras' }
    expect(avisos.filter(({ motivo }: Warning) => motivo === 'enlace')).toEqual([
      { ...place, ruta: 'contenido', detalle: '«el otro curso»' },
      { ...place, ruta: 'materiales.0.ruta', detalle: '«La práctica»' },
      { ...place, ruta: 'materiales.1.texto', detalle: '«aquí»' },
    ])
  })

  it('to what students see are no matter, nor are addresses of elsewhere', async () => {
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: modules()[1]?.id ?? 0 })
    await t.database.sql`UPDATE lecciones SET gratis = true WHERE id = ${lessonOf(1)}`
    const module = modules()[1]?.id
    expect(
      await dead([
        `/miscursos/${course.id}/modulos/${module}/leccion/${lessonOf(1)}?t=5#nota`,
        `https://campus.test/miscursos/${course.id}/modulos/`,
        `/detallecurso/${course.id}/leccion/${lessonOf(1)}`,
        `/examen/${exam.id}/${module}/modulo`,
        `/cursos/${course.id_categoria}`,
        '/cursos?q=luz',
        '/certificado/CERT-1',
        '#nota',
        'https://otra.test/detallecurso/99999999',
        'mailto:ana@campus.test',
      ]),
    ).toEqual([])
  })

  it('to the course itself may wait for its publication', async () => {
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${course.id}`
    expect(await dead([`/detallecurso/${course.id}`])).toEqual([])
  })

  it('to what is hidden, of another brand, or of the back office lead nowhere', async () => {
    const [hidden, archived] = [await aCourse(t.deps.db, {}), await aCourse(t.deps.db, {})]
    const foreign = await aCourse(t.deps.db, { id_cliente: 3 })
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${hidden.id}`
    await t.database.sql`UPDATE cursos SET estado = 0, archivado_en = now() WHERE id = ${archived.id}`
    await t.database.sql`UPDATE lecciones SET activo = false WHERE id = ${lessonOf(2)}`
    await t.database.sql`UPDATE modulos SET activo = false WHERE id = ${modules()[1]?.id ?? 0}`
    const hrefs = [
      `/detallecurso/${hidden.id}`,
      `/detallecurso/${archived.id}`,
      `https://campus.test/miscursos/${foreign.id}/modulos`,
      `/miscursos/${course.id}/modulos/${modules()[1]?.id}`,
      `/miscursos/${course.id}/modulos/1/leccion/${lessonOf(2)}`,
      `/detallecurso/${course.id}/leccion/${lessonOf(0)}`,
      `/gestion/cursos/${course.id}`,
      '/cursos?marca=otra-academia',
      '/examen/99999999/1/curso',
    ]
    expect(await dead(hrefs)).toEqual(hrefs)
  })

  it('of lessons that are not in the publication are looked at as well, and hidden lessons are not', async () => {
    await publish([await write(lessonOf(0), { contenido: link('/foro/99999999', 'el foro') })])
    const objeto = `curso:${course.id}`
    const now = await open(objeto)
    const card = await save(objeto, { ...now.documento, horas: 9 })
    const links = async (documents: object[]) =>
      (await rehearse(documents)).avisos.filter(({ motivo }: Warning) => motivo === 'enlace').length
    expect(await links([card])).toBe(1)
    await t.database.sql`UPDATE modulos SET activo = false WHERE id = ${modules()[0]?.id ?? 0}`
    expect(await links([await write(lessonOf(1))])).toBe(0)
    const without = { ...now.documento, modulos: now.documento.modulos.slice(1) }
    expect(await links([await save(objeto, without)])).toBe(0)
  })
})

it('knows every page of the campus', () => {
  const routes = readFileSync(fileURLToPath(new URL('../../../../web/app/routes.ts', import.meta.url)), 'utf8')
  const paths = [...routes.matchAll(/(?:route|written)\('([^']+)'/g)].map(([, path = '']) => path)
  const unknown = paths.filter((path) => {
    const address = `/${path
      .replace(/\/?:\w+\?$/, '')
      .replace(/:tipo/, 'curso')
      .replace(/:\w+|\*/g, '7')}`
    return campusTarget(address) === 'nothing'
  })
  expect(paths.length).toBeGreaterThan(30)
  expect(unknown.sort()).toEqual(['*', 'empezar', 'gestion/*'])
})

it('says of a lesson that waited that students will see it', async () => {
  await t.database.sql`INSERT INTO versiones (version, id_cliente, objeto, motivo, documento)
    VALUES (nextval('version_documento'), 2, ${`curso:${course.id}`}, 'publicada', '{}')`
  await t.database.sql`UPDATE lecciones SET activo = false, espera = true WHERE id = ${lessonOf(0)}`
  const effects = async (module: number) => (await rehearse([await write(lessonOf(module))])).documentos[0].efectos
  expect(await effects(0)).toEqual(['Estaba oculta: ahora la verán los alumnos.'])
  expect(await effects(1)).toEqual([])
})
