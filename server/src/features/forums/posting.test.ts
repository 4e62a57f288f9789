import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { FROM_DOCS, FROM_LIBREOFFICE, FROM_WORD } from '../../../test/clipboards.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Someone = { id: number; token: string }
type Draft = { contenido?: string; parent_id?: number; fecha?: string; likes?: number; id_usuario?: number }

let curso: number
let ana: Someone
let luis: Someone

async function aStudent(nombres: string): Promise<Someone> {
  const { id } = await aPerson(t.deps.db, { nombres, apellidos: 'Ñahui' })
  await anEnrolment(t.deps.db, id, curso)
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  curso = (await aCourse(t.deps.db)).id
  ana = await aStudent('Ana María')
  luis = await aStudent('Luis')
})

async function aForum(): Promise<number> {
  const body = { titulo: `Foro ${Math.random()}`, contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: curso }
  return (await t.call('POST', '/api/foros', { token: luis.token, body })).body.data.id
}
const post = (who: Someone, id_foro: number, draft: Draft = {}) =>
  t.call('POST', '/api/posts-foro', {
    token: who.token,
    body: { contenido: `<p>${Math.random()}</p>`, id_foro, ...draft },
  })
const counts = async (foro: number) =>
  (
    await t.deps.db.execute(sql`SELECT total_posts, total_raices,
    (SELECT count(*)::int FROM posts_foro p WHERE p.id_foro = f.id) AS filas FROM foros f WHERE id = ${foro}`)
  ).rows[0]
const newsOf = async (who: Someone, foro: number): Promise<string[]> => {
  const rows = (
    await t.deps.db.execute<{ mensaje: string }>(sql`SELECT mensaje FROM notificaciones
    WHERE id_usuario = ${who.id} AND ruta LIKE ${`/foro/${foro}?post=%`} ORDER BY id`)
  ).rows
  return rows.map(({ mensaje }) => mensaje)
}

describe('POST /api/posts-foro', () => {
  it('is searched without the marks that tags had kept apart, which take quadratic time to fold', async () => {
    const contenido = `<p>a${`${'\u0327'.repeat(20)}<b></b>${'\u0301'.repeat(9)}<i></i>`.repeat(50)} jirafas</p>`
    const { status, body } = await post(ana, await aForum(), { contenido })
    const [row] = await t.database.sql<{ texto: string }[]>`SELECT texto FROM posts_foro WHERE id = ${body.data.id}`
    expect([status, /^\p{L}\p{M}{0,30} jirafas$/u.test(row?.texto ?? '')]).toEqual([201, true])
  })

  it('takes author, date and likes from the server alone', async () => {
    const foro = await aForum()
    const stolen = { fecha: '2001-01-01T00:00:00Z', likes: 99, id_usuario: luis.id }
    const { status, body } = await post(ana, foro, stolen)
    expect([status, body.data.usuario.id, body.data.likes]).toEqual([201, ana.id, 0])
    expect(Date.parse(body.data.fecha)).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  it.each([
    ['Word', FROM_WORD],
    ['Google Docs', FROM_DOCS],
    ['LibreOffice', FROM_LIBREOFFICE],
  ])('keeps no title and no settings of %s, its heading and its table', async (_program, contenido) => {
    const { status, body } = await post(ana, await aForum(), { contenido })
    expect(status).toBe(201)
    expect(body.data.contenido).toMatch(/^\s*(<b>)?<h2>[\s\S]*<table>[\s\S]*<td>\s*<p>(<span>)?Semana/)
    expect(body.data.contenido).not.toMatch(/Título|Documentos|Normal|margin|<h1/)
  })

  it('refuses a parent of another forum, unknown or deleted, and counts nothing', async () => {
    const foro = await aForum()
    const elsewhere = (await post(luis, await aForum())).body.data.id
    const gone = (await post(luis, foro)).body.data.id
    await post(ana, foro, { parent_id: gone })
    await t.call('DELETE', `/api/posts-foro/${gone}`, { token: luis.token })
    const before = await counts(foro)
    expect(before).toEqual({ total_posts: 1, total_raices: 1, filas: 2 })
    for (const parent_id of [elsewhere, 2_147_483_647])
      expect((await post(ana, foro, { parent_id })).body.mensaje).toBe('No encontramos lo que buscas.')
    const late = await post(ana, foro, { parent_id: gone })
    expect([late.status, late.body.mensaje]).toEqual([409, 'Esta respuesta fue eliminada.'])
    expect(await counts(foro)).toEqual(before)
  })

  it('writes one post for 20 concurrent identical requests, with one award and one notification', async () => {
    const foro = await aForum()
    const parent_id = (await post(luis, foro)).body.data.id
    const student = await aStudent('Rosa')
    const body = { contenido: '<p>Gracias</p>', parent_id, envio: randomUUID() }
    const pressed = await Promise.all(Array.from({ length: 20 }, () => post(student, foro, body)))
    expect(new Set(pressed.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect(await counts(foro)).toEqual({ total_posts: 2, total_raices: 1, filas: 2 })
    const [points] = (
      await t.deps.db.execute(sql`SELECT count(*)::int AS n FROM puntos WHERE id_usuario = ${student.id}`)
    ).rows
    expect(points).toEqual({ n: 1 })
    expect(await newsOf(luis, foro)).toEqual(['Te respondió Rosa'])
  })

  it('sends a mentioned parent author one notification, and none to the author or to who muted', async () => {
    const foro = await aForum()
    const parent_id = (await post(luis, foro)).body.data.id
    const mention = `<p><span data-mencion="${luis.id}">@Luis</span> mira</p>`
    await post(ana, foro, { parent_id, contenido: mention })
    await post(luis, foro, { parent_id })
    await t.deps.db.execute(
      sql`UPDATE lecturas_foro SET seguimiento = 'silenciado' WHERE id_usuario = ${luis.id} AND id_foro = ${foro}`,
    )
    await post(ana, foro, { parent_id })
    expect(await newsOf(luis, foro)).toEqual(['Te mencionó Ana'])
  })
})
