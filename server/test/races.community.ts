import { randomUUID } from 'node:crypto'
import { notify } from '../src/features/notifications/notifications.ts'
import { aCourse, anEnrolment } from './builders.ts'
import { aClass, answered, answeredOnly, aStudent, countIn, ofThose, type Race, together } from './races.track.ts'

const aForum = (id_curso: number) => ({
  titulo: `Foro ${randomUUID()}`,
  contenido: '<p>Hola</p>',
  tipo_foro: 'curso',
  id_curso,
})

/** Concurrent likes and unlikes of a post and a comment, each sent twice: every remaining like counts once. */
export const likes: Race = async (track) => {
  const { t, copies, parallel } = track
  const course = await aCourse(t.deps.db)
  const students = await aClass(track, parallel)
  for (const { id } of students) await anEnrolment(t.deps.db, id, course.id)
  const token = students[0]?.token ?? ''
  const forum = await copies.ask('POST', '/foros', { token, body: aForum(course.id) })
  const body = { contenido: '<p>Sí</p>', id_foro: forum.body.data.id }
  const post = Number((await copies.ask('POST', '/posts-foro', { token, body })).body.data.id)
  const remark = { comentario: 'Sí', id_leccion: course.modulos[0]?.lecciones[0]?.id }
  const comment = Number((await copies.ask('POST', '/comentarios', { token, body: remark })).body.data.id)
  const presses = [
    (who: string) => copies.ask('POST', `/posts-foro/${post}/like`, { token: who }),
    (who: string) => copies.ask('POST', `/posts-foro/${post}/unlike`, { token: who }),
    (who: string) => copies.ask('PUT', `/comentarios/like/${comment}`, { token: who }),
    (who: string) => copies.ask('DELETE', `/comentarios/like/${comment}`, { token: who }),
  ]
  const press = (student: number, which: number) => {
    const pressed = presses[which]
    if (!pressed) throw new Error(`there is no press ${which}`)
    return pressed(students[student]?.token ?? '')
  }
  // Those who unlike later like first.
  const before = await together(parallel, (n) => press(n, n % 4 < 2 ? 0 : 2))
  answered(before, { 200: parallel })
  const replies = await together(2 * parallel, (n) => press(n % parallel, (n % parallel) % 4))
  answered(replies, { 200: 2 * parallel })
  const likers = (which: number) => students.filter((_, n) => n % 4 === which).length
  return {
    'likes of the post': {
      met: await countIn(track, 'SELECT likes AS n FROM posts_foro WHERE id = $1', [post]),
      due: likers(0),
    },
    // The author liked it before.
    'likes of the comment': {
      met: await countIn(track, 'SELECT likes AS n FROM comentarios WHERE id = $1', [comment]),
      due: likers(2) + 1,
    },
  }
}

/** Below the throttle of 30 in ten minutes. */
const POSTING = 20

/** Concurrent posts and replies while the parent is deleted. */
export const posts: Race = async (track) => {
  const { copies, t } = track
  const course = await aCourse(t.deps.db)
  const student = await aStudent(track)
  await anEnrolment(t.deps.db, student.id, course.id)
  const { token } = student
  const forum = await copies.ask('POST', '/foros', { token, body: aForum(course.id) })
  const id_foro = Number(forum.body.data.id)
  const root = await copies.ask('POST', '/posts-foro', { token, body: { contenido: '<p>Raíz</p>', id_foro } })
  const parent_id = root.body.data.id
  const replies = await together(POSTING, (n) =>
    n === POSTING / 2
      ? copies.ask('DELETE', `/posts-foro/${parent_id}`, { token })
      : copies.ask('POST', '/posts-foro', {
          token,
          body: { contenido: `<p>${n}</p>`, id_foro, ...(n % 2 && { parent_id }) },
        }),
  )
  answered(
    ofThose(replies, (n) => n === POSTING / 2),
    { 200: 1 },
  )
  const tops = ofThose(replies, (n) => n % 2 === 0 && n !== POSTING / 2)
  answered(tops, { 201: tops.length })
  const below = ofThose(replies, (n) => n % 2 === 1)
  // The parent became a placeholder or was deleted.
  answeredOnly(below, ['201', '404 NO_ENCONTRADO', '409 POST_ELIMINADO'])
  const written = tops.length + below.filter(({ status }) => status === 201).length
  const standing = 'SELECT count(*) AS n FROM posts_foro WHERE id_foro = $1 AND eliminado_en IS NULL'
  return { posts: { met: await countIn(track, standing, [id_foro]), due: written } }
}

export const attendances: Race = async (track) => {
  const { id, token } = await aStudent(track)
  const course = await aCourse(track.t.deps.db)
  await anEnrolment(track.t.deps.db, id, course.id)
  const leccion_id = course.modulos[0]?.lecciones[0]?.id ?? 0
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', n % 4 ? '/asistencia/iniciar' : '/asistencia/cerrar', { token, body: { leccion_id } }),
  )
  const opened = ofThose(replies, (n) => n % 4 !== 0)
  answered(opened, { 201: 1, 200: opened.length - 1 })
  answeredOnly(
    ofThose(replies, (n) => n % 4 === 0),
    ['200', '409 ASISTENCIA_NO_INICIADA'],
  )
  answered([await track.copies.ask('POST', '/asistencia/cerrar', { token, body: { leccion_id } })], { 200: 1 })
  const earned = `SELECT count(*) AS n FROM puntos WHERE id_usuario = $1 AND motivo = 'asistencia'`
  return { 'points for it': { met: await countIn(track, earned, [id]), due: 1 } }
}

const NEWS = 5

/** Concurrent reads and repeated events: no duplicates, and read ones stay read on every instance. */
export const notifications: Race = async (track) => {
  const { t, copies, parallel } = track
  const { id, token } = await aStudent(track)
  const send = (n: number) =>
    notify(t.deps.db, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: `Aviso ${n}`,
      clave: `carrera:${n}`,
      usuarios: [id],
      silent: true,
    })
  for (let n = 0; n < NEWS; n++) await send(n)
  const listed = await copies.ask('GET', `/notificaciones/usuario/${id}`, { token })
  const ids: number[] = listed.body.data.map((row: { id: number }) => row.id)
  const again = Promise.all(Array.from({ length: parallel }, (_, n) => send(n % NEWS)))
  const replies = await together(parallel, (n) => {
    if (n % 5 === 3) return copies.ask('PUT', '/notificaciones/desactivar/todas', { token })
    if (n % 5 === 4) return copies.ask('GET', `/notificaciones/usuario/${id}`, { token })
    return copies.ask('PUT', `/notificaciones/desactivar/${ids[n % NEWS]}`, { token })
  })
  await again
  answered(replies, { 200: parallel })
  const unread = await copies.askAll('GET', `/notificaciones/usuario/${id}`, { token })
  return {
    'notifications at first': { met: ids.length, due: NEWS },
    notifications: {
      met: await countIn(track, 'SELECT count(*) AS n FROM notificaciones WHERE id_usuario = $1', [id]),
      due: NEWS,
    },
    unread: { met: unread.flatMap(({ body }) => body.data).length, due: 0 },
  }
}
