import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Someone = { id: number; token: string }

let curso: number
let rosa: Someone
let ana: Someone
let luis: Someone

async function someone(tipo_cliente: 'Alumno' | 'Docente'): Promise<Someone> {
  const { id } = await aPerson(t.deps.db, { tipo_cliente })
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  rosa = await someone('Docente')
  curso = (await aCourse(t.deps.db, { teacher: rosa.id })).id
  ana = await someone('Alumno')
  luis = await someone('Alumno')
  for (const { id } of [ana, luis]) await anEnrolment(t.deps.db, id, curso)
})

// The tests write faster than the throttle allows.
beforeEach(async () => void (await t.deps.db.execute(sql`DELETE FROM limites`)))

const bodyOf = (contenido: string) => ({ titulo: '¿Cómo exporto?', contenido, tipo_foro: 'curso', id_curso: curso })
async function aForum(who: Someone): Promise<number> {
  const answer = await t.call('POST', '/api/foros', { token: who.token, body: bodyOf('<p>Primera</p>') })
  return answer.body.data.id
}
const edit = (who: Someone, id: number, contenido: string) =>
  t.call('PUT', `/api/foros/${id}`, { token: who.token, body: bodyOf(contenido) })
const get = (who: Someone, url: string) => t.call('GET', url, { token: who.token })
const report = (who: Someone, id: number) =>
  t.call('POST', `/api/foros/${id}/reportes`, { token: who.token, body: { motivo: 'spam', detalle: 'Publicidad' } })
const openReports = async (id: number) =>
  (await get(rosa, '/api/reportes-foro?per_page=100')).body.data.data.filter(
    (one: { id_foro: number }) => one.id_foro === id,
  )

describe('the history of an opening text', () => {
  it('has the earlier texts, newest first, for its author and its teacher', async () => {
    const id = await aForum(ana)
    await edit(ana, id, '<p>Segunda</p>')
    await edit(ana, id, '<p>Segunda</p>')
    await edit(ana, id, '<p>Tercera</p>')
    const history = async (who: Someone) => get(who, `/api/foros/${id}/historial`)
    for (const who of [ana, rosa]) {
      const texts = (await history(who)).body.data.map(({ contenido }: { contenido: string }) => contenido)
      expect(texts).toEqual(['<p>Segunda</p>', '<p>Primera</p>'])
    }
    expect((await history(luis)).status).toBe(403)
    expect((await get(ana, `/api/foros/${id}`)).body.data.editado_en).not.toBeNull()
  })

  it('keeps the newest 20', async () => {
    const id = await aForum(ana)
    for (let n = 1; n <= 22; n++) await edit(ana, id, `<p>Texto ${n}</p>`)
    const { body } = await get(ana, `/api/foros/${id}/historial`)
    expect(body.data).toHaveLength(20)
    expect(body.data.at(-1).contenido).toBe('<p>Texto 2</p>')
  })
})

describe('the report of an opening text', () => {
  it('reaches the staff once per user, with the text and its author', async () => {
    const id = await aForum(luis)
    expect((await Promise.all([report(ana, id), report(ana, id)])).map(({ status }) => status)).toEqual([201, 201])
    const [mine, ...others] = await openReports(id)
    expect(others).toEqual([])
    expect(mine).toMatchObject({
      motivo: 'spam',
      foro: '¿Cómo exporto?',
      post: null,
      tema: { contenido: '<p>Primera</p>', usuario: { id: luis.id } },
    })
    const notices = (await get(rosa, `/api/notificaciones/usuario/${rosa.id}`)).body.data
    expect(notices).toContainEqual(
      expect.objectContaining({ mensaje: 'Reportaron un tema', asunto: '¿Cómo exporto?', ruta: `/foro/${id}` }),
    )
  })

  it('removes the topic and tells its author when it is accepted, for all who reported it', async () => {
    const id = await aForum(luis)
    const other = await someone('Alumno')
    await anEnrolment(t.deps.db, other.id, curso)
    await report(ana, id)
    await report(other, id)
    const [first, second] = await openReports(id)
    const decide = (reporte: number, who: Someone) =>
      t.call('PUT', `/api/reportes-foro/${reporte}`, {
        token: who.token,
        body: { decision: 'aceptado', razon: 'es publicidad' },
      })
    expect((await decide(first.id, await someone('Docente'))).status).toBe(403)
    expect((await decide(first.id, rosa)).status).toBe(200)
    expect((await decide(second.id, rosa)).body.code).toBe('YA_RESUELTO')
    expect((await get(ana, `/api/foros/${id}`)).status).toBe(404)
    expect(await openReports(id)).toEqual([])
    const notices = (await get(luis, `/api/notificaciones/usuario/${luis.id}`)).body.data
    expect(notices).toContainEqual(
      expect.objectContaining({ mensaje: 'Retiramos tu tema\nMotivo: es publicidad', asunto: '¿Cómo exporto?' }),
    )
  })

  it('leaves the topic when it is rejected', async () => {
    const id = await aForum(luis)
    await report(ana, id)
    const [mine] = await openReports(id)
    const send = (razon: string) =>
      t.call('PUT', `/api/reportes-foro/${mine.id}`, { token: rosa.token, body: { decision: 'rechazado', razon } })
    expect((await send(' ')).body.errors).toEqual({ razon: ['Escribe por qué.'] })
    expect((await send('Es una duda de verdad.')).status).toBe(200)
    expect((await get(ana, `/api/foros/${id}`)).status).toBe(200)
    expect(await openReports(id)).toEqual([])
  })

  it('is of a topic or of a post, never of both or none', async () => {
    const id = await aForum(luis)
    const insert = (post: number | null, foro: number | null) =>
      t.deps.db.execute(sql`INSERT INTO reportes_post (id_cliente, id_post, id_foro, id_usuario, motivo)
        VALUES (2, ${post}, ${foro}, ${ana.id}, 'otro')`)
    await expect(insert(null, null)).rejects.toMatchObject({ cause: { constraint: 'reportes_de_uno' } })
    const { body } = await t.call('POST', '/api/posts-foro', {
      token: luis.token,
      body: { contenido: '<p>Hola</p>', id_foro: id },
    })
    await expect(insert(body.data.id, id)).rejects.toMatchObject({ cause: { constraint: 'reportes_de_uno' } })
  })
})
