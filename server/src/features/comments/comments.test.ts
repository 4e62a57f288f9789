import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'

const t = useApp()

async function classmate(idCurso: number) {
  const person = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, person.id, idCurso)
  return { person, token: await t.tokenOf(person.id) }
}

async function aTeacher(id_curso: number) {
  const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  await t.deps.db.insert(curso_docentes).values({ id_curso, id_usuario: id })
  return { id, token: await t.tokenOf(id) }
}

async function scene() {
  const course = await aCourse(t.deps.db, { modules: 2 })
  const lesson = course.modulos[0]?.lecciones[0]
  return { course, id_leccion: lesson?.id ?? 0, id_modulo: lesson?.id_modulo ?? 0, ...(await classmate(course.id)) }
}

const publish = (token: string, body: object) => t.call('POST', '/api/comentarios', { token, body })

describe('POST /api/comentarios', () => {
  it('publishes with the author and date of the server and the author’s own like', async () => {
    const { token, person, id_leccion } = await scene()
    const answer = await publish(token, {
      comentario: '  ¿Cómo se hace?  ',
      id_leccion,
      id_usuario: 1,
      likes: 999,
      fecha: '2001-01-01',
      parent_id: null,
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      comentario: '¿Cómo se hace?',
      id_usuario: person.id,
      likes: 1,
      liked: true,
      usuario: { nombre: 'Ana María Quispe Núñez' },
      replies: [],
    })
    expect(answer.body.data.fecha > '2026').toBe(true)
  })

  it('rejects anonymous callers, students without enrolment, and empty or too long texts', async () => {
    const { token, id_leccion } = await scene()
    const stranger = await t.tokenOf((await aPerson(t.deps.db)).id)
    const foreigner = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1 })).id)
    expect((await t.call('POST', '/api/comentarios', { body: { comentario: 'Hola', id_leccion } })).status).toBe(401)
    expect((await publish(stranger, { comentario: 'Hola', id_leccion })).status).toBe(403)
    expect((await publish(foreigner, { comentario: 'Hola', id_leccion })).status).toBe(404)
    const empty = await publish(token, { comentario: '   ', id_leccion })
    expect([empty.status, empty.body.errors.comentario]).toEqual([422, ['Escribe un comentario.']])
    expect((await publish(token, { comentario: 'a'.repeat(5001), id_leccion })).status).toBe(422)
  })

  it('nests one level: a reply to a reply belongs to the same comment; another lesson’s parent is a 404', async () => {
    const { token, course, id_leccion } = await scene()
    const other = await classmate(course.id)
    const root = (await publish(token, { comentario: 'Raíz', id_leccion })).body.data
    const reply = (await publish(other.token, { comentario: 'Uno', id_leccion, parent_id: root.id })).body.data
    const deeper = (await publish(token, { comentario: 'Dos', id_leccion, parent_id: reply.id })).body.data
    expect(deeper.parent_id).toBe(root.id)
    const elsewhere = await scene()
    expect(
      (await publish(elsewhere.token, { comentario: 'x', id_leccion: elsewhere.id_leccion, parent_id: root.id }))
        .status,
    ).toBe(404)
    const page = (await t.call('GET', `/api/comentarios/leccion/${id_leccion}`, { token })).body.data
    expect(page.total).toBe(1)
    expect(page.data[0].replies.map((r: { comentario: string }) => r.comentario)).toEqual(['Uno', 'Dos'])
  })

  it('notifies the parent’s author with the exact link, and never oneself', async () => {
    const { token, person, course, id_leccion, id_modulo } = await scene()
    const other = await classmate(course.id)
    const root = (await publish(token, { comentario: 'Pregunta', id_leccion })).body.data
    await publish(token, { comentario: 'Yo mismo', id_leccion, parent_id: root.id })
    const reply = (await publish(other.token, { comentario: 'Respuesta', id_leccion, parent_id: root.id })).body.data
    const { data } = (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body
    expect(data).toHaveLength(1)
    expect(data[0].ruta).toBe(
      `/miscursos/${course.id}/modulos/${id_modulo}/leccion/${id_leccion}#comentario-${reply.id}`,
    )
  })

  it('counts the answers of a lesson in one notification, until the first of them is read', async () => {
    const { token, person, course, id_leccion } = await scene()
    const notices = async () => (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data
    const root = (await publish(token, { comentario: 'Pregunta', id_leccion })).body.data
    const answer = async (comentario: string) =>
      publish((await classmate(course.id)).token, { comentario, id_leccion, parent_id: root.id })
    for (const text of ['Uno', 'Dos', 'Tres']) await answer(text)
    const [row, ...others] = await notices()
    expect(others).toEqual([])
    expect(row).toMatchObject({ cuenta: 3, asunto: 'Lección 1.1', extracto: 'Tres' })
    expect(row.mensaje).toMatch(/^Te respondieron .* y 1 más \(3\)$/)
    // Another lesson's comments, and another student's reading, leave it.
    const other = course.modulos[1]?.lecciones[0]?.id
    await t.call('GET', `/api/comentarios/leccion/${other}`, { token })
    await t.call('GET', `/api/comentarios/leccion/${id_leccion}`, { token: (await classmate(course.id)).token })
    expect(await notices()).toHaveLength(1)
    await t.call('GET', `/api/comentarios/leccion/${id_leccion}`, { token })
    expect(await notices()).toEqual([])
    await answer('Cuatro')
    expect(await notices()).toMatchObject([{ cuenta: 1 }])
  })

  it('tells the teachers of the course of a student’s question, in one row, and of no answer or comment of theirs', async () => {
    const { token, course, id_leccion, id_modulo } = await scene()
    const [teacher, other] = [await aTeacher(course.id), await aTeacher((await aCourse(t.deps.db)).id)]
    const noticesOf = async ({ id, token: own }: typeof teacher) =>
      (await t.call('GET', `/api/notificaciones/usuario/${id}`, { token: own })).body.data
    const first = (await publish(token, { comentario: '¿Sirve sin pago?', id_leccion })).body.data
    await publish(token, { comentario: 'Gracias', id_leccion, parent_id: first.id })
    await publish(teacher.token, { comentario: 'Bienvenidos', id_leccion })
    const ruta = `/miscursos/${course.id}/modulos/${id_modulo}/leccion/${id_leccion}#comentario-${first.id}`
    expect(await noticesOf(teacher)).toMatchObject([
      { mensaje: 'Comentó Ana María', asunto: 'Lección 1.1', ruta, extracto: '¿Sirve sin pago?' },
    ])
    await publish((await classmate(course.id)).token, { comentario: '¿Y el archivo?', id_leccion })
    expect(await noticesOf(teacher)).toMatchObject([
      { cuenta: 2, mensaje: expect.stringMatching(/^Comentaron .* \(2\)$/) },
    ])
    expect(await noticesOf(other)).toEqual([])
    await t.call('GET', `/api/comentarios/leccion/${id_leccion}`, { token: teacher.token })
    expect(await noticesOf(teacher)).toEqual([])
  })

  it('shows what the newest answer says, while it stands', async () => {
    const { token, person, course, id_leccion } = await scene()
    const other = await classmate(course.id)
    const root = (await publish(token, { comentario: 'Pregunta', id_leccion })).body.data
    const reply = (await publish(other.token, { comentario: 'Así se hace', id_leccion, parent_id: root.id })).body.data
    const excerpts = async () =>
      (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data.map(
        ({ extracto }: { extracto: string | null }) => extracto,
      )
    expect(await excerpts()).toEqual(['Así se hace'])
    expect((await t.call('DELETE', `/api/comentarios/${reply.id}`, { token: other.token })).status).toBeLessThan(300)
    expect(await excerpts()).toEqual([null])
  })

  it('leaves a notification whose answer is on another page', async () => {
    const { token, person, course, id_leccion } = await scene()
    const other = await classmate(course.id)
    const root = (await publish(token, { comentario: 'Pregunta', id_leccion })).body.data
    await publish(token, { comentario: 'Otra pregunta', id_leccion })
    const reply = (await publish(other.token, { comentario: 'Respuesta', id_leccion, parent_id: root.id })).body.data
    const unread = async () =>
      (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data.length
    await t.call('GET', `/api/comentarios/leccion/${id_leccion}?per_page=1`, { token })
    expect(await unread()).toBe(1)
    await t.call('GET', `/api/comentarios/leccion/${id_leccion}?per_page=1&comentario=${reply.id}`, { token })
    expect(await unread()).toBe(0)
  })

  it('stores what is sent 20 times at once only once', async () => {
    const { token, id_leccion } = await scene()
    const envio = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => publish(token, { comentario: 'Doble clic', id_leccion, envio })),
    )
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
  })
})

describe('GET /api/comentarios/leccion/{id}', () => {
  it('pages newest first and finds the page of a comment', async () => {
    const { token, id_leccion } = await scene()
    const ids: number[] = []
    for (const text of ['A', 'B', 'C', 'D', 'E'])
      ids.push((await publish(token, { comentario: text, id_leccion })).body.data.id)
    const first = (await t.call('GET', `/api/comentarios/leccion/${id_leccion}?per_page=2`, { token })).body.data
    expect(first).toMatchObject({ total: 5, current_page: 1, last_page: 3 })
    expect(first.data.map((c: { comentario: string }) => c.comentario)).toEqual(['E', 'D'])
    const deep = (
      await t.call('GET', `/api/comentarios/leccion/${id_leccion}?per_page=2&comentario=${ids[1]}`, { token })
    ).body.data
    expect(deep.current_page).toBe(2)
    expect(deep.data.map((c: { comentario: string }) => c.comentario)).toEqual(['C', 'B'])
  })
})

describe('GET /api/comentarios/usuario/{id}', () => {
  it('lists the own and rejects another’s', async () => {
    const { token, person, id_leccion } = await scene()
    await publish(token, { comentario: 'Mío', id_leccion })
    const mine = await t.call('GET', `/api/comentarios/usuario/${person.id}`, { token })
    expect(mine.body.data.data).toHaveLength(1)
    expect((await t.call('GET', '/api/comentarios/usuario/999999', { token })).status).toBe(403)
  })
})

describe('PUT and DELETE /api/comentarios/like/{id}', () => {
  it('count once per student, and exactly for 40 concurrent students', async () => {
    const { token, course, id_leccion } = await scene()
    const { id } = (await publish(token, { comentario: 'Popular', id_leccion })).body.data
    const tokens = await Promise.all(Array.from({ length: 40 }, async () => (await classmate(course.id)).token))
    await Promise.all([...tokens, ...tokens].map((one) => t.call('PUT', `/api/comentarios/like/${id}`, { token: one })))
    const again = await t.call('PUT', `/api/comentarios/like/${id}`, { token: tokens[0] ?? '' })
    expect(again.body.data).toEqual({ id, likes: 41, liked: true })
    await Promise.all(
      [...tokens, token, token].map((one) => t.call('DELETE', `/api/comentarios/like/${id}`, { token: one })),
    )
    const end = await t.call('DELETE', `/api/comentarios/like/${id}`, { token })
    expect(end.body.data).toEqual({ id, likes: 0, liked: false })
    const [count] = (
      await t.deps.db.execute(sql`SELECT count(*)::int AS n FROM comentario_likes WHERE id_comentario = ${id}`)
    ).rows
    expect(count?.n).toBe(0)
  })

  it('reject students without enrolment and unknown comments', async () => {
    const { token, id_leccion } = await scene()
    const { id } = (await publish(token, { comentario: 'x', id_leccion })).body.data
    const stranger = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('PUT', `/api/comentarios/like/${id}`, { token: stranger })).status).toBe(403)
    expect((await t.call('PUT', '/api/comentarios/like/999999', { token })).status).toBe(404)
    expect((await t.call('PUT', `/api/comentarios/like/${id}`)).status).toBe(401)
  })
})
