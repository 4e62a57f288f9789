import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Call = { status: number; body: { [key: string]: unknown; data: { id: number; editado_en: string | null } } }

let rosa: string
let ana: string
let luis: string
let luisId: number
let curso: number

beforeAll(async () => {
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  curso = (await aCourse(t.deps.db, { teacher: teacher.id })).id
  rosa = await t.tokenOf(teacher.id)
  const student = async () => {
    const { id } = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, id, curso)
    return id
  }
  luisId = await student()
  ana = await t.tokenOf(await student())
  luis = await t.tokenOf(luisId)
})

// The tests write faster than the throttle allows.
beforeEach(async () => void (await t.deps.db.execute(sql`DELETE FROM limites`)))

const post = async (token: string, url: string, body: object): Promise<Call> => t.call('POST', url, { token, body })
const topicOf = (titulo: string, contenido: string) => ({ titulo, contenido, tipo_foro: 'curso', id_curso: curso })
const aTopic = async (titulo = 'Dudas') =>
  (await post(luis, '/api/foros', topicOf(titulo, '<p>Insulto</p>'))).body.data.id

/** What differs between a post and an opening text. */
const KINDS = {
  'a post': async () => {
    const body = { id_foro: await aTopic(), contenido: '<p>Insulto</p>' }
    const { id } = (await post(luis, '/api/posts-foro', body)).body.data
    return { url: `/api/posts-foro/${id}`, body: (contenido: string) => ({ contenido }), titulo: null }
  },
  'an opening text': async () => {
    const id = await aTopic('Un insulto')
    return {
      url: `/api/foros/${id}`,
      body: (contenido: string) => topicOf('Dudas', contenido),
      titulo: 'Un insulto',
    }
  },
}

async function written(kind: keyof typeof KINDS) {
  const { url, body, titulo } = await KINDS[kind]()
  const edit = (contenido: string): Promise<Call> => t.call('PUT', url, { token: luis, body: body(contenido) })
  const report = (more = {}) => post(ana, `${url}/reportes`, { motivo: 'ofensivo', ...more })
  const remove = () => t.call('DELETE', url, { token: luis })
  return { url, titulo, edit, report, remove }
}

/** The newest open report, and how many there are, for the teacher. */
async function newest() {
  const { data, total } = (await t.call('GET', '/api/reportes-foro?per_page=100', { token: rosa })).body.data
  return { report: data.at(-1), total }
}
const decide = (id: number, more = {}) =>
  t.call('PUT', `/api/reportes-foro/${id}`, { token: rosa, body: { decision: 'aceptado', razon: 'Insulta', ...more } })
const waiting = async () => (await t.call('GET', '/api/gestion/bandeja', { token: rosa })).body.data.por_moderar

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('the report of %s', (kind) => {
  it('keeps the text that was reported, however often its author edits it', async () => {
    const { titulo, edit, report } = await written(kind)
    await report()
    expect((await newest()).report).toMatchObject({ reportado: null, eliminado: false })
    for (let n = 0; n <= 21; n++) await edit(`<p>Cordial ${n}</p>`)
    const { report: mine } = await newest()
    expect(mine.reportado).toEqual({ titulo, contenido: '<p>Insulto</p>' })
    expect((mine.post ?? mine.tema).contenido).toBe('<p>Cordial 21</p>')
  })

  it('is of the text that its reporter read, when that was edited before the report was sent', async () => {
    const { edit, report } = await written(kind)
    const read = (await edit('<p>Lo que leyó</p>')).body.data.editado_en
    await edit('<p>Cordial</p>')
    await report({ editado_en: read })
    expect((await newest()).report.reportado).toMatchObject({ contenido: '<p>Lo que leyó</p>' })
  })

  it('waits with its text when the author deletes it, and can be decided', async () => {
    const { url, titulo, report, remove } = await written(kind)
    await report()
    const [before, { total }] = [await waiting(), await newest()]
    expect((await remove()).status).toBe(200)
    const { report: mine, total: after } = await newest()
    expect([after, await waiting()]).toEqual([total, before])
    expect(mine).toMatchObject({ eliminado: true, reportado: { titulo, contenido: '<p>Insulto</p>' } })
    expect(JSON.stringify((await t.call('GET', url, { token: ana })).body)).not.toContain('Insulto')
    expect((await decide(mine.id)).status).toBe(200)
    expect((await newest()).total).toBe(total - 1)
  })

  it('is not decided about a text that its author edited meanwhile', async () => {
    const { edit, report } = await written(kind)
    await report()
    const { report: seen } = await newest()
    const { editado_en } = seen.post ?? seen.tema
    await edit('<p>Otro insulto</p>')
    expect(await decide(seen.id, { editado_en })).toMatchObject({
      status: 409,
      body: {
        code: 'CAMBIO_MIENTRAS',
        mensaje: 'Su autor lo editó mientras lo revisabas. Mira cómo está ahora y decide de nuevo.',
      },
    })
    const { report: now } = await newest()
    expect((await decide(now.id, { editado_en: (now.post ?? now.tema).editado_en })).status).toBe(200)
  })
})

it('a topic that staff deleted leaves no report to decide', async () => {
  const { url, report } = await written('an opening text')
  const { total } = await newest()
  await report()
  await t.call('DELETE', url, { token: rosa })
  expect((await newest()).total).toBe(total)
})
