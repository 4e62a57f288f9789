import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Someone = { id: number; token: string }
const someone = async (values: Parameters<typeof aPerson>[1] = {}): Promise<Someone> => {
  const { id } = await aPerson(t.deps.db, values)
  return { id, token: await t.tokenOf(id) }
}

let curso: number
let modulo: number
let ana: Someone
let luis: Someone
let ajena: Someone
let docente: Someone
let otraMarca: Someone

beforeAll(async () => {
  docente = await someone({ tipo_cliente: 'Docente' })
  const made = await aCourse(t.deps.db, { modules: 2, teacher: docente.id })
  curso = made.id
  modulo = made.modulos[0]?.id ?? 0
  ;[ana, luis, ajena, otraMarca] = await Promise.all([
    someone({ nombres: 'Ana', apellidos: 'Ñahui' }),
    someone({ nombres: 'Luis', apellidos: 'Pérez' }),
    someone(),
    someone({ id_cliente: 1 }),
  ])
  for (const { id } of [ana, luis]) await anEnrolment(t.deps.db, id, curso)
})

// The tests write faster than the throttle allows.
beforeEach(async () => void (await t.deps.db.execute(sql`DELETE FROM limites`)))

const body = (values: object = {}) => ({
  titulo: 'Dudas de iluminación',
  descripcion: 'Todo sobre luces',
  contenido: '<p>¿Cómo ilumino una <b>habitación</b>?</p>',
  tipo_foro: 'curso',
  id_curso: curso,
  ...values,
})
const create = (who: Someone, values: object = {}) =>
  t.call('POST', '/api/foros', { token: who.token, body: body({ titulo: `Foro ${Math.random()}`, ...values }) })
const aForum = async (who: Someone = ana, values: object = {}): Promise<number> =>
  (await create(who, values)).body.data.id
const write = (who: Someone, id_foro: number, contenido: string, parent_id?: number) =>
  t.call('POST', '/api/posts-foro', { token: who.token, body: { contenido, id_foro, parent_id } })
const aPost = async (who: Someone, foro: number, text = '<p>Hola</p>', parent?: number): Promise<number> =>
  (await write(who, foro, text, parent)).body.data.id
const get = (who: Someone, url: string) => t.call('GET', url, { token: who.token })

describe('access', () => {
  it('course forums are open to its students, teachers and the administrators', async () => {
    const id = await aForum()
    const admin = await someone({ tipo_cliente: 'Administrador' })
    const stranger = await someone({ tipo_cliente: 'Docente' })
    for (const url of [`/api/foros/${id}`, `/api/foros/curso/${curso}`, `/api/posts-foro?id_foro=${id}`]) {
      expect((await t.call('GET', url)).status).toBe(401)
      expect([url, (await get(ajena, url)).status]).toEqual([url, 403])
      expect([url, (await get(stranger, url)).status]).toEqual([url, 403])
      expect([url, (await get(otraMarca, url)).status]).toEqual([url, 404])
      for (const who of [ana, luis, docente, admin]) expect((await get(who, url)).status).toBe(200)
    }
    expect((await write(ajena, id, '<p>x</p>')).status).toBe(403)
    expect((await write(otraMarca, id, '<p>x</p>')).status).toBe(404)
  })

  it('an ended enrolment closes them, search included', async () => {
    const gone = await someone()
    await anEnrolment(t.deps.db, gone.id, curso)
    const id = await aForum(gone, { titulo: 'Zanahorias moradas' })
    expect((await get(gone, '/api/foros/buscar?q=zanahorias')).body.data.total).toBe(1)
    await t.deps.db.execute(sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${gone.id}`)
    expect((await get(gone, `/api/foros/${id}`)).status).toBe(403)
    expect((await get(gone, '/api/foros/buscar?q=zanahorias')).body.data.total).toBe(0)
    expect((await get(gone, '/api/foros')).body.data.data.map((f: { id: number }) => f.id)).not.toContain(id)
  })

  it('general forums belong to the brand', async () => {
    const id = await aForum(ajena, { tipo_foro: 'general', id_curso: undefined })
    expect((await get(ana, `/api/foros/${id}`)).status).toBe(200)
    expect((await get(otraMarca, `/api/foros/${id}`)).status).toBe(404)
    const ids = (await get(luis, '/api/foros/generales')).body.data.data.map((f: { id: number }) => f.id)
    expect(ids).toContain(id)
  })
})

describe('POST /api/foros', () => {
  it('takes author, location and dates from the server', async () => {
    const made = await create(ana, { tipo_foro: 'modulo', id_modulo: modulo, vistas: 99, pinned: true, total_posts: 7 })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      tipo_foro: 'modulo',
      id_curso: curso,
      modulo: { id: modulo },
      vistas: 0,
      pinned: false,
      total_posts: 0,
      puede_editar: true,
      seguimiento: 'siguiendo',
      usuario: { nombres: 'Ana' },
    })
    expect((await get(luis, `/api/foros/modulo/${modulo}`)).body.data.data).toContainEqual(
      expect.objectContaining({ id: made.body.data.id }),
    )
  })

  it.each([
    [{ titulo: '  ' }, 'titulo', 'El título y contenido son obligatorios.'],
    [{ contenido: '<p> </p>' }, 'contenido', 'El título y contenido son obligatorios.'],
    [{ id_curso: null }, 'id_curso', 'Debes seleccionar un curso.'],
    [{ id_curso: 999_999 }, 'id_curso', 'Debes seleccionar un curso.'],
    [{ tipo_foro: 'modulo' }, 'id_modulo', 'Debes seleccionar un módulo.'],
    [{ titulo: 'a'.repeat(256) }, 'titulo', 'El título puede tener hasta 255 caracteres.'],
    [{ descripcion: 'a'.repeat(501) }, 'descripcion', 'La descripción puede tener hasta 500 caracteres.'],
    [{ tipo_foro: 'otro' }, 'tipo_foro', 'Elige el tipo de foro.'],
  ])('refuses %j under its field', async (values, field, text) => {
    const refused = await create(ana, values)
    expect([refused.status, refused.body.errors?.[field]]).toEqual([422, [text]])
  })

  it('a double click creates one forum', async () => {
    const sent = { ...body(), envio: randomUUID() }
    const twice = await Promise.all([1, 2].map(() => t.call('POST', '/api/foros', { token: ana.token, body: sent })))
    expect(new Set(twice.map((one) => one.body.data.id)).size).toBe(1)
  })
})

describe('a forum', () => {
  it('is described in lists by the beginning of its text where its author wrote nothing', async () => {
    const text = `Mi render sale negro. ${'Ya reinicié. '.repeat(30)}`
    const id = await aForum(ana, { descripcion: undefined, contenido: `<p>${text}</p><p>¿Qué reviso?</p>` })
    const described = async (url: string): Promise<string> =>
      (await get(luis, url)).body.data.data.find((forum: { id: number }) => forum.id === id).descripcion
    const lists = ['/api/foros', `/api/foros/curso/${curso}`, '/api/foros/buscar?q=reinicie']
    for (const url of lists) expect(await described(url)).toBe(`${text.slice(0, 240)}…`)
    // What was written is what its author edits.
    expect((await get(ana, `/api/foros/${id}`)).body.data.descripcion).toBe('')
    await t.call('PUT', `/api/foros/${id}`, { token: ana.token, body: body({ descripcion: 'De mi render' }) })
    for (const url of lists.slice(0, 2)) expect(await described(url)).toBe('De mi render')
  })

  it('counts a person’s visit once a day', async () => {
    const id = await aForum()
    const seen = await Promise.all(Array.from({ length: 6 }, () => get(luis, `/api/foros/${id}`)))
    expect(seen.every((one) => one.status === 200)).toBe(true)
    expect((await get(luis, `/api/foros/${id}`)).body.data.vistas).toBe(1)
    expect((await get(ana, `/api/foros/${id}`)).body.data.vistas).toBe(2)
  })

  it('is edited and deleted by its author, deleted and pinned by its teacher', async () => {
    const id = await aForum()
    const edited = { ...body(), titulo: 'Otro título' }
    expect((await t.call('PUT', `/api/foros/${id}`, { token: luis.token, body: edited })).status).toBe(403)
    expect((await t.call('PUT', `/api/foros/${id}`, { token: docente.token, body: edited })).status).toBe(403)
    const done = await t.call('PUT', `/api/foros/${id}`, { token: ana.token, body: edited })
    expect([done.status, done.body.data.titulo]).toEqual([200, 'Otro título'])
    expect((await t.call('PUT', `/api/foros/${id}/toggle-pinned`, { token: ana.token })).status).toBe(403)
    const pinned = await t.call('PUT', `/api/foros/${id}/toggle-pinned`, { token: docente.token })
    expect(pinned.body.data.pinned).toBe(true)
    expect((await get(ana, `/api/foros/curso/${curso}`)).body.data.data[0].id).toBe(id)
    await t.call('PUT', `/api/foros/${id}/toggle-pinned`, { token: docente.token })
    expect((await t.call('DELETE', `/api/foros/${id}`, { token: luis.token })).status).toBe(403)
    expect((await t.call('DELETE', `/api/foros/${id}`, { token: docente.token })).body.mensaje).toBe('Foro eliminado')
    expect((await get(ana, `/api/foros/${id}`)).status).toBe(404)
  })

  it('stores each user’s read marker, only forward, and links to the first unread post', async () => {
    const id = await aForum()
    const first = await aPost(ana, id, '<p>uno</p>')
    const second = await aPost(ana, id, '<p>dos</p>')
    expect((await get(luis, `/api/foros/${id}`)).body.data).toMatchObject({ no_leidos: 2, primer_no_leido: null })
    const read = (ultimo_post: number) =>
      t.call('PUT', `/api/foros/${id}/leido`, { token: luis.token, body: { ultimo_post } })
    expect((await read(first)).body.data).toEqual({ ultimo_post: first })
    expect((await get(luis, `/api/foros/${id}`)).body.data).toMatchObject({
      no_leidos: 1,
      primer_no_leido: { id: second, pagina: 1 },
    })
    await read(Number.MAX_SAFE_INTEGER)
    await read(first)
    expect((await get(luis, `/api/foros/${id}`)).body.data).toMatchObject({ no_leidos: 0, primer_no_leido: null })
  })
})

describe('posts', () => {
  it('are paged by 15 top-level posts with their trees, and reveal only the caller’s like', async () => {
    const id = await aForum()
    for (let n = 1; n <= 16; n++) await aPost(docente, id, `<p>post ${n}</p>`)
    const page = await get(ana, `/api/posts-foro?id_foro=${id}`)
    expect(page.body.data).toMatchObject({ total: 16, per_page: 15, current_page: 1, last_page: 2 })
    const [top] = page.body.data.data
    const child = await aPost(luis, id, '<p>hijo</p>', top.id)
    const grandchild = await aPost(ana, id, '<p>nieto</p>', child)
    await t.call('POST', `/api/posts-foro/${child}/like`, { token: ana.token })
    await t.call('POST', `/api/posts-foro/${child}/like`, { token: docente.token })
    const [again] = (await get(ana, `/api/posts-foro?id_foro=${id}`)).body.data.data
    expect(again).toMatchObject({
      replies_restantes: 0,
      replies: [{ id: child, likes: 2, liked: true, likes_usuarios: [ana.id], replies: [{ id: grandchild }] }],
    })
    expect((await get(luis, `/api/posts-foro?id_foro=${id}`)).body.data.data[0].replies[0].likes_usuarios).toEqual([])
    expect((await get(ana, `/api/foros/${id}`)).body.data.total_posts).toBe(18)
  })

  it('include at most 50 descendants each; the rest are paged, and permalinks name the page', async () => {
    const id = await aForum()
    const top = await aPost(ana, id)
    await t.deps.db.execute(sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
      SELECT ${id}, ${top}, ${top}, ${ana.id}, '<p>' || n || '</p>', n::text FROM generate_series(1, 120) n`)
    await t.deps.db.execute(sql`UPDATE posts_foro SET respuestas = 120 WHERE id = ${top}`)
    const [post] = (await get(ana, `/api/posts-foro?id_foro=${id}`)).body.data.data
    expect([post.replies.length, post.replies_restantes]).toEqual([50, 70])
    const third = await get(ana, `/api/posts-foro/${top}/respuestas?page=3`)
    expect(third.body.data).toMatchObject({ total: 120, last_page: 3 })
    expect(third.body.data.data).toHaveLength(20)
    const last = third.body.data.data[19].id
    expect((await get(ana, `/api/posts-foro/${last}`)).body.data).toMatchObject({
      id_raiz: top,
      pagina: 1,
      pagina_respuestas: 3,
    })
  })

  it.each(['', '   ', '<p></p>', '<script>alert(1)</script>', '<p>&nbsp;</p>'])('refuse %j', async (contenido) => {
    const refused = await write(ana, await aForum(), contenido)
    expect([refused.status, refused.body.errors.contenido]).toEqual([422, ['Debes escribir una respuesta.']])
  })

  it('are sanitized: no scripts, no external pictures, nofollow links', async () => {
    const id = await aForum()
    const dirty =
      '<p onclick="x()">Hola <a href="javascript:alert(1)">a</a> <a href="https://x.pe">b</a><img src="https://malo.pe/1.png"></p>'
    const post = (await write(ana, id, dirty)).body.data
    expect(post.contenido).not.toMatch(/onclick|javascript|malo\.pe/)
    expect(post.contenido).toContain('rel="nofollow ugc noopener noreferrer"')
  })

  it('are edited by their author alone, with a history', async () => {
    const id = await aPost(ana, await aForum(), '<p>antes</p>')
    const edit = (who: Someone, contenido: string) =>
      t.call('PUT', `/api/posts-foro/${id}`, { token: who.token, body: { contenido } })
    expect((await edit(luis, '<p>x</p>')).status).toBe(403)
    expect((await edit(docente, '<p>x</p>')).status).toBe(403)
    const empty = await edit(ana, ' ')
    expect([empty.status, empty.body.errors.contenido]).toEqual([422, ['El contenido no puede estar vacío.']])
    const done = await edit(ana, '<p>después</p>')
    expect([done.status, done.body.data.contenido]).toEqual([200, '<p>después</p>'])
    expect(done.body.data.editado_en).not.toBeNull()
    const history = await get(ana, `/api/posts-foro/${id}/historial`)
    expect(history.body.data.map(({ contenido }: { contenido: string }) => contenido)).toEqual(['<p>antes</p>'])
    expect((await get(luis, `/api/posts-foro/${id}/historial`)).status).toBe(403)
  })

  it('leave a placeholder only when deleted with replies', async () => {
    const foro = await aForum()
    const top = await aPost(ana, foro, '<p>secreto</p>')
    const child = await aPost(luis, foro, '<p>hijo</p>', top)
    const remove = (who: Someone, id: number) => t.call('DELETE', `/api/posts-foro/${id}`, { token: who.token })
    expect((await remove(luis, top)).status).toBe(403)
    expect((await remove(ana, top)).body.data).toEqual({ id: top, queda: true })
    const page = await get(luis, `/api/posts-foro?id_foro=${foro}`)
    expect(page.body.data.data[0]).toMatchObject({
      id: top,
      eliminado: true,
      contenido: '<p>[eliminado]</p>',
      usuario: null,
    })
    expect(page.body.data.data[0].replies[0].id).toBe(child)
    expect(page.raw.toString()).not.toContain('secreto')
    expect((await write(luis, foro, '<p>tarde</p>', top)).body.mensaje).toBe('Esta respuesta fue eliminada.')
    expect((await remove(docente, child)).body.data).toEqual({ id: child, queda: false })
    expect((await remove(docente, child)).status).toBe(404)
    expect((await get(ana, `/api/foros/${foro}`)).body.data.total_posts).toBe(0)
  })

  it('notify parent author, mentioned users and followers, once each', async () => {
    const foro = await aForum(ana)
    const top = await aPost(luis, foro, '<p>pregunta</p>')
    const mention = `<p><span data-mencion="${luis.id}">@Cualquiera</span> y <span data-mencion="${ajena.id}">@Ajena</span></p>`
    await t.deps.jobs.drain()
    const reply = (await write(docente, foro, mention, top)).body.data
    expect(reply.contenido).toBe(`<p><span data-mencion="${luis.id}">@Luis Pérez</span> y @Ajena</p>`)
    await t.deps.jobs.drain()
    const texts = async (who: Someone) =>
      (await get(who, `/api/notificaciones/usuario/${who.id}`)).body.data
        .filter(({ ruta }: { ruta: string }) => ruta?.startsWith(`/foro/${foro}?post=`))
        .map(({ mensaje, cuenta }: { mensaje: string; cuenta: number }) => `${cuenta}: ${mensaje}`)
    expect(await texts(luis)).toEqual([expect.stringMatching(/^1: Te mencionó /)])
    expect(await texts(ana)).toEqual([expect.stringMatching(/^2: Escribieron .* y .* \(2\)$/)])
    expect(await texts(ajena)).toEqual([])
  })

  it('a muted forum sends nothing, and each user chooses to follow', async () => {
    const foro = await aForum(ana)
    const mute = await t.call('PUT', `/api/foros/${foro}/seguimiento`, {
      token: ana.token,
      body: { seguimiento: 'silenciado' },
    })
    expect(mute.body.data).toEqual({ seguimiento: 'silenciado' })
    const post = await aPost(luis, foro)
    await t.deps.jobs.drain()
    const mine = (await get(ana, `/api/notificaciones/usuario/${ana.id}`)).body.data
    expect(mine.filter(({ ruta }: { ruta: string }) => ruta?.includes(`post=${post}`))).toEqual([])
  })

  it('earn points, five a day', async () => {
    const writer = await someone()
    await anEnrolment(t.deps.db, writer.id, curso)
    const foro = await aForum()
    for (let n = 0; n < 7; n++) await aPost(writer, foro, `<p>aporte ${n}</p>`)
    const [row] = (
      await t.deps.db.execute<{ total: number }>(
        sql`SELECT sum(puntos)::int AS total FROM puntos WHERE id_usuario = ${writer.id} AND motivo = 'foro'`,
      )
    ).rows
    expect(row?.total).toBe(25)
  })

  it('the solution is marked by the forum’s author or a teacher', async () => {
    const foro = await aForum(ana)
    const post = await aPost(luis, foro)
    const mark = (who: Someone, method: 'PUT' | 'DELETE') =>
      t.call(method, `/api/posts-foro/${post}/solucion`, { token: who.token })
    expect((await mark(luis, 'PUT')).status).toBe(403)
    expect((await mark(ana, 'PUT')).body.data.es_solucion).toBe(true)
    expect((await get(luis, `/api/foros/${foro}`)).body.data).toMatchObject({ resuelto: true, id_solucion: post })
    expect((await mark(docente, 'DELETE')).body.data.es_solucion).toBe(false)
  })
})

describe('reports', () => {
  it('reach the staff once per user; an accepted one removes the post and notifies its author', async () => {
    const foro = await aForum(ana)
    const post = await aPost(luis, foro, '<p>vendo cuentas</p>')
    const report = () =>
      t.call('POST', `/api/posts-foro/${post}/reportes`, {
        token: ana.token,
        body: { motivo: 'spam', detalle: 'Publicidad' },
      })
    expect((await Promise.all([report(), report()])).map((one) => one.status)).toEqual([201, 201])
    expect((await get(ana, '/api/reportes-foro')).status).toBe(403)
    const list = (await get(docente, '/api/reportes-foro')).body.data.data
    const [mine] = list.filter((one: { post: { id: number } | null }) => one.post?.id === post)
    expect(mine).toMatchObject({ motivo: 'spam', id_foro: foro, reporta: { id: ana.id } })
    const stranger = await someone({ tipo_cliente: 'Docente' })
    const decide = (who: Someone) =>
      t.call('PUT', `/api/reportes-foro/${mine.id}`, {
        token: who.token,
        body: { decision: 'aceptado', razon: 'es publicidad' },
      })
    expect((await decide(stranger)).status).toBe(403)
    const admin = await someone({ tipo_cliente: 'Administrador' })
    const both = await Promise.all([decide(docente), decide(admin)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await decide(docente)).body).toMatchObject({
      code: 'YA_RESUELTO',
      mensaje: 'Otra persona ya resolvió esto.',
      actual: { datos: { decision: 'aceptado', razon: 'es publicidad' }, por: { nombre: expect.any(String) } },
    })
    expect((await decide(stranger)).status).toBe(404)
    expect((await get(ana, `/api/posts-foro/${post}`)).status).toBe(404)
    const notices = (await get(luis, `/api/notificaciones/usuario/${luis.id}`)).body.data
    expect(notices.map(({ mensaje }: { mensaje: string }) => mensaje)).toContainEqual(
      expect.stringMatching(/es publicidad$/),
    )
  })
})

describe('a forum of thousands of posts', () => {
  let foro: number
  beforeAll(async () => {
    foro = await aForum()
    await t.deps.db.transaction(async (tx) => {
      // On a busy machine the insert may exceed the statement timeout.
      await tx.execute(sql`SELECT set_config('statement_timeout', '0', true)`)
      await tx.execute(sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
        SELECT ${foro}, ${ana.id}, '', 'obsidiana ' || n FROM generate_series(1, 9000) n`)
    })
    await t.deps.db.execute(sql`DELETE FROM posts_foro WHERE id_foro = ${foro} AND texto ~ '00$'`)
    await t.deps.db.execute(sql`UPDATE foros SET total_posts = 8910, total_raices = 8910 WHERE id = ${foro}`)
  })

  it('finds the newest posts with a common word, with and without statistics', async () => {
    const found = async (who: Someone, query = '') =>
      (await get(who, `/api/posts-foro/buscar?q=obsidiana&per_page=5${query}`)).body.data
    const first = await found(luis)
    const texts = first.data.map(({ extracto }: { extracto: string }) => extracto)
    expect(texts).toEqual([8999, 8998, 8997, 8996, 8995].map((n) => `obsidiana ${n}`))
    const all = async () => {
      const asked = [found(luis), found(luis, `&id_foro=${foro}`), found(luis, `&id_curso=${curso}`), found(docente)]
      return (await Promise.all(asked)).map(({ total, data }) => ({ total, data }))
    }
    const expected = Array(4).fill({ total: 1000, data: first.data })
    expect(await all()).toEqual(expected)
    await t.deps.db.execute(sql`ANALYZE posts_foro`)
    expect(await all()).toEqual(expected)
    expect((await found(ajena)).total).toBe(0)
  })

  it.each([1, 2, 200, 273, 300, 410, 593, 594, 595])('serves page %i, and its permalinks name it', async (page) => {
    const rows = (
      await t.deps.db.execute<{ id: number }>(
        sql`SELECT id FROM posts_foro WHERE id_foro = ${foro} ORDER BY id LIMIT 15 OFFSET ${(page - 1) * 15}`,
      )
    ).rows
    const ids = rows.map(({ id }) => id)
    const { data, last_page } = (await get(luis, `/api/posts-foro?id_foro=${foro}&page=${page}`)).body.data
    expect([last_page, data.map(({ id }: { id: number }) => id)]).toEqual([594, ids])
    for (const id of ids)
      expect((await get(luis, `/api/posts-foro/${id}`)).body.data).toMatchObject({ id, pagina: page })
  })
})

describe('search', () => {
  it('finds by word prefix, ignoring case and accents, with an excerpt', async () => {
    const foro = await aForum(ana, { titulo: 'Rendimiento de Cámaras' })
    await aPost(luis, foro, `<p>${'relleno '.repeat(60)} la ILUMINACIÓN volumétrica pesa</p>`)
    for (const q of ['camaras', 'CÁMARAS', 'rendim cámar']) {
      const found = (await get(luis, `/api/foros/buscar?q=${encodeURIComponent(q)}`)).body.data.data
      expect(found.map(({ id }: { id: number }) => id)).toContain(foro)
    }
    const [hit] = (await get(ana, `/api/posts-foro/buscar?q=iluminacion%20volum&id_foro=${foro}`)).body.data.data
    expect(hit).toMatchObject({ id_foro: foro, foro: 'Rendimiento de Cámaras' })
    expect(hit.extracto).toMatch(/^….*ILUMINACIÓN volumétrica pesa$/)
    for (const q of ["'); --", '&|!:*', 'de la']) {
      const odd = await get(ana, `/api/posts-foro/buscar?q=${encodeURIComponent(q)}`)
      expect([q, odd.status]).toEqual([q, 200])
    }
    expect((await get(ana, '/api/posts-foro/buscar?q=de%20la')).body.data).toMatchObject({ total: 0, data: [] })
    expect((await get(ana, '/api/foros/buscar?q=a')).body.errors.q).toEqual(['Escribe al menos 2 letras.'])
  })

  it('returns the matched stems and an excerpt around an inflected form', async () => {
    const foro = await aForum(ana, { titulo: 'Hojas', contenido: `<p>${'antes '.repeat(80)} con tres fórmulas</p>` })
    const found = (await get(luis, '/api/foros/buscar?q=la%20formula')).body.data.data
    const hit = found.find(({ id }: { id: number }) => id === foro)
    expect(hit.raices).toEqual(['formul'])
    expect(hit.extracto).toMatch(/^…antes .* con tres fórmulas$/)
    expect(hit).not.toHaveProperty('texto')
  })

  it('can be limited to a course', async () => {
    const other = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, ana.id, other.id)
    const here = await aForum(ana, { titulo: 'Un girasol', tipo_foro: 'modulo', id_modulo: modulo })
    const there = await aForum(ana, { titulo: 'Otro girasol', id_curso: other.id })
    const posts = [await aPost(ana, here, '<p>amapola</p>'), await aPost(ana, there, '<p>amapola</p>')]
    const ids = async (url: string) => (await get(ana, url)).body.data.data.map(({ id }: { id: number }) => id).sort()
    expect(await ids('/api/foros/buscar?q=girasol')).toEqual([here, there].sort())
    expect(await ids(`/api/foros/buscar?q=girasol&id_curso=${curso}`)).toEqual([here])
    expect(await ids('/api/posts-foro/buscar?q=amapola')).toEqual(posts.sort())
    expect(await ids(`/api/posts-foro/buscar?q=amapola&id_curso=${curso}`)).toEqual([posts[0]])
    // A foreign course finds nothing: access depends on the forum, not on the filter.
    expect((await get(luis, `/api/foros/buscar?q=girasol&id_curso=${other.id}`)).body.data.total).toBe(0)
    expect((await get(ana, '/api/foros/buscar?q=girasol&id_curso=hola')).status).toBe(422)
  })

  it.each(['a_', '~/', '<!--', 'a@', 'http://a.'])(
    'accepts a text of only %j, and finds by parts of a name',
    async (part) => {
      const foro = await aForum()
      const text = `mi_archivo-final.blend ${part.repeat(Math.floor(49_000 / (part.length + 3)))}`
      const html = `<p>${text.replaceAll('<', '&lt;')}</p>`.slice(0, 50_000)
      expect((await write(ana, foro, html)).status).toBe(201)
      for (const q of ['archivo', 'final.blend', 'mi_archivo'])
        expect((await get(ana, `/api/posts-foro/buscar?q=${q}&id_foro=${foro}`)).body.data.total, q).toBe(1)
    },
  )

  it('offers the people of the course as mentions', async () => {
    const foro = await aForum()
    const found = (await get(luis, `/api/foros/${foro}/participantes?q=nahui`)).body.data
    expect(found).toEqual([expect.objectContaining({ id: ana.id, nombres: 'Ana' })])
    expect(found[0]).not.toHaveProperty('correo')
  })
})

describe('drafts', () => {
  it('belong to their author, on every device', async () => {
    const url = '/api/borradores/foro-7-respuesta'
    expect((await get(ana, url)).body.data).toBeNull()
    const saved = await t.call('PUT', url, { token: ana.token, body: { contenido: '<p>a medias</p>' } })
    expect(saved.body.data).toMatchObject({ clave: 'foro-7-respuesta', contenido: '<p>a medias</p>' })
    expect((await get(luis, url)).body.data).toBeNull()
    await t.call('DELETE', url, { token: luis.token })
    expect((await get(ana, url)).body.data.contenido).toBe('<p>a medias</p>')
    await t.call('PUT', url, { token: ana.token, body: { contenido: '' } })
    expect((await get(ana, url)).body.data).toBeNull()
  })
})

describe('the throttle', () => {
  it('answers 429 with Retry-After', async () => {
    const foro = await aForum()
    await t.deps.db.execute(sql`UPDATE limites SET cuenta = 30 WHERE clave = ${String(ana.id)}`)
    const refused = await write(ana, foro, '<p>otra más</p>')
    expect([refused.status, refused.body.code]).toEqual([429, 'DEMASIADOS_INTENTOS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('races', () => {
  it('likes and unlikes of 100 students at once end at the true count, never under 0', async () => {
    const foro = await aForum()
    const post = await aPost(ana, foro)
    const fans = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const fan = await someone()
        await anEnrolment(t.deps.db, fan.id, curso)
        return fan
      }),
    )
    const words = ['like', 'unlike', 'like', 'like'] as const
    await Promise.all(
      fans.flatMap((fan) =>
        words.map((word) => t.call('POST', `/api/posts-foro/${post}/${word}`, { token: fan.token })),
      ),
    )
    const [row] = (
      await t.deps.db.execute<{ likes: number; filas: number }>(sql`SELECT likes,
      (SELECT count(*)::int FROM likes_post_foro WHERE id_post = ${post}) AS filas FROM posts_foro WHERE id = ${post}`)
    ).rows
    expect(row?.likes).toBe(row?.filas)
    await Promise.all(fans.map((fan) => t.call('POST', `/api/posts-foro/${post}/like`, { token: fan.token })))
    expect((await get(ana, `/api/posts-foro/${post}`)).body.data).toMatchObject({ likes: 100, liked: false })
    await Promise.all(
      [...fans, ...fans].map((fan) => t.call('POST', `/api/posts-foro/${post}/unlike`, { token: fan.token })),
    )
    expect((await t.call('POST', `/api/posts-foro/${post}/unlike`, { token: ana.token })).body.data).toMatchObject({
      likes: 0,
    })
    const under = t.deps.db.execute(sql`UPDATE posts_foro SET likes = -1 WHERE id = ${post}`).then(({ rows }) => rows)
    await expect(under.catch((error: Error) => String(error.cause))).resolves.toContain('posts_cuentas')
  })

  it('100 concurrent posts are all listed once, in a tree that survives deleted parents', async () => {
    const foro = await aForum()
    const parent = await aPost(ana, foro)
    const writers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const writer = await someone()
        await anEnrolment(t.deps.db, writer.id, curso)
        return writer
      }),
    )
    const made = await Promise.all(
      writers.map((writer, n) => write(writer, foro, `<p>v${n}</p>`, n % 2 ? parent : undefined)),
    )
    expect(made.map(({ status }) => status)).toEqual(writers.map(() => 201))
    const gone = made.filter((_, n) => n % 2).slice(0, 10)
    const children = await Promise.all(
      gone.map(({ body: { data } }) => aPost(luis, foro, `<p>a ${data.id}</p>`, data.id)),
    )
    await Promise.all([
      t.call('DELETE', `/api/posts-foro/${parent}`, { token: ana.token }),
      ...gone.map(({ body: { data } }) => t.call('DELETE', `/api/posts-foro/${data.id}`, { token: docente.token })),
    ])
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => get(luis, `/api/posts-foro?id_foro=${foro}&page=${page}`)),
    )
    const tops = pages.flatMap((page) => page.body.data.data)
    expect(tops).toHaveLength(51)
    const [first] = tops
    expect(first).toMatchObject({ id: parent, eliminado: true, contenido: '<p>[eliminado]</p>', replies_restantes: 10 })
    const below = await Promise.all(
      [1, 2].map((page) => get(luis, `/api/posts-foro/${parent}/respuestas?page=${page}`)),
    )
    const replies: { id: number; eliminado: boolean }[] = below.flatMap((page) => page.body.data.data)
    expect(replies).toHaveLength(60)
    expect(replies.filter(({ eliminado }) => eliminado)).toHaveLength(10)
    expect(children.filter((id) => !replies.some((reply) => reply.id === id))).toEqual([])
    expect((await get(luis, `/api/foros/${foro}`)).body.data.total_posts).toBe(100)
  })

  it('concurrent posts, replies and deletions keep every count correct', async () => {
    const foro = await aForum()
    const tops = await Promise.all([ana, luis, docente].map((who) => aPost(who, foro, `<p>de ${who.id}</p>`)))
    const [target = 0] = tops
    const answers = Array.from({ length: 12 }, (_, n) => write(n % 2 ? ana : luis, foro, `<p>r${n}</p>`, target))
    const removal = t.call('DELETE', `/api/posts-foro/${target}`, { token: ana.token })
    const done = await Promise.all([...answers, removal])
    expect(done.every(({ status }) => [200, 201, 404, 409].includes(status))).toBe(true)
    const [row] = (
      await t.deps.db.execute<Record<string, number>>(sql`SELECT f.total_posts, f.total_raices,
      (SELECT count(*)::int FROM posts_foro p WHERE p.id_foro = f.id AND p.eliminado_en IS NULL) AS vivos,
      (SELECT count(*)::int FROM posts_foro p WHERE p.id_foro = f.id AND p.parent_id IS NULL) AS raices,
      (SELECT count(*)::int FROM posts_foro p WHERE p.raiz_id = ${target}) AS debajo,
      coalesce((SELECT respuestas FROM posts_foro WHERE id = ${target}), 0) AS respuestas
      FROM foros f WHERE f.id = ${foro}`)
    ).rows
    expect([row?.total_posts, row?.total_raices, row?.respuestas]).toEqual([row?.vivos, row?.raices, row?.debajo])
    const answered = done.slice(0, 12).filter(({ status }) => status === 201).length
    expect(row?.debajo).toBe(answered)
  })
})
