import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { anAcademy } from '../../test/academy.ts'
import { aCourse, aPerson, PASSWORD } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { loadAcademy } from './load.ts'
import { zipOf } from './zip.ts'

const t = useApp()
const EXPORT = '/api/gestion/exportar-carpeta'
let token: string
let course: number

beforeAll(async () => {
  const foreign = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  await aCourse(t.deps.db, { teacher: foreign.id })
})

async function load(): Promise<void> {
  await loadAcademy(t.deps, anAcademy({}), { demo: true, password: PASSWORD })
  const [admin] = await t.database.sql`SELECT id FROM usuarios WHERE correo = 'admin@prueba.pe'`
  token = await t.tokenOf(Number(admin?.id))
  const [row] = await t.database.sql`SELECT id FROM cursos WHERE clave = 'minimo'`
  course = Number(row?.id)
}

const ask = (body: object = {}) => t.call('POST', EXPORT, { token, body: { password: PASSWORD, ...body } })

/** The files of a ZIP, in a new folder. */
function unpack(zip: Buffer, place = '.'): { folder: string; names: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = Object.entries(unzipSync(zip))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, place, name)), { recursive: true })
    writeFileSync(join(folder, place, name), bytes)
  }
  return { folder, names: files.map(([name]) => name) }
}

it('gives the brand as a ZIP that a load reads, for the password and once signed', async () => {
  await load()
  const wrong = await ask({ password: 'Otra-clave-1' })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']])
  const { status, body } = await ask()
  expect([status, body.data]).toEqual([200, { enlace: expect.any(String), cursos: 1, fuera: [] }])
  const { enlace } = body.data
  const zip = await t.call('GET', enlace)
  expect([zip.status, zip.headers['content-type'], zip.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    'attachment; filename="prueba.zip"',
  ])
  const { folder, names } = unpack(zip.raw)
  expect(names).toContain('prueba/cursos/minimo/archivos/guia.pdf')
  const { brands, people } = await readAcademy(folder, { today: todayInLima() })
  expect(brands.map(({ slug, cursos }) => [slug, cursos.length])).toEqual([['prueba', 1]])
  expect(people.map(({ correo }) => correo)).toEqual(['profe@prueba.pe'])
  const [line] = await t.database.sql`SELECT objeto, detalle FROM auditoria WHERE detalle ->> 'hecho' = 'exportado'`
  expect(line).toEqual({ objeto: 'cliente:3', detalle: { hecho: 'exportado', cursos: 1 } })
  for (const other of [enlace.replace('/3/', '/2/'), enlace.replace(/\/0\?/, `/${course}?`), enlace.split('?')[0]])
    expect((await t.call('GET', other)).status).toBe(404)
})

it('gives one course, which a load reads among the others of a brand', async () => {
  await load()
  const { body } = await ask({ id_curso: course })
  const zip = await t.call('GET', body.data.enlace)
  expect(zip.headers['content-disposition']).toBe('attachment; filename="curso-minimo.zip"')
  const { folder, names } = unpack(zip.raw, 'prueba/cursos')
  expect(names.every((name) => name.startsWith('minimo/'))).toBe(true)
  writeFileSync(join(folder, 'prueba/marca.yaml'), 'nombre: Otra\ncategorias: [Diseño]\n')
  const person = 'correo: profe@prueba.pe, marca: prueba, nombres: Rosa, apellidos: Huamán'
  writeFileSync(join(folder, 'personas.yaml'), `docentes: [{ ${person} }]\n`)
  const { brands } = await readAcademy(folder, { today: todayInLima() })
  expect(brands[0]?.cursos.map(({ nombre }) => nombre)).toEqual(['Curso mínimo'])
})

it('gives no course of another brand, and none that was never published', async () => {
  await load()
  const [foreign] = await t.database.sql`SELECT id FROM cursos WHERE id_cliente = 2`
  expect((await ask({ id_curso: Number(foreign?.id) })).status).toBe(404)
  await t.database.sql`UPDATE cursos SET archivado_en = now(), estado = 0 WHERE id = ${course}`
  const archived = await ask({ id_curso: course })
  expect([archived.status, Object.keys(archived.body.errors)]).toEqual([422, ['id_curso']])
  expect((await ask()).body.data).toMatchObject({ cursos: 0, fuera: ['1 curso archivado'] })
})

it('may be asked for twenty times an hour', async () => {
  await load()
  await t.database.sql`DELETE FROM limites`
  const asked = []
  for (let n = 0; n < 21; n++) asked.push((await ask()).status)
  expect(asked).toEqual([...Array(20).fill(200), 429])
})

it('stops reading when the client leaves', async () => {
  let [made, closed] = [0, false]
  async function* files() {
    try {
      for (;;) yield { path: `${++made}.txt`, text: 'a'.repeat(100_000) }
    } finally {
      closed = true
    }
  }
  const stream = Readable.from(zipOf(files(), t.deps.storage))
  await once(stream, 'readable')
  stream.destroy()
  await once(stream, 'close')
  expect([closed, made < 50]).toEqual([true, true])
})
