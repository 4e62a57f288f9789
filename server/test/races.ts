import { randomInt, randomUUID } from 'node:crypto'
import { createResetLink } from '../src/features/accounts/accounts.ts'
import { sandboxSecret, signNotification } from '../src/features/orders/sandbox.ts'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, PASSWORD } from './builders.ts'
import { answersTo } from './exams.ts'
import type { TestApp } from './harness.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'
import type { Copies, Reply } from './races.copies.ts'
import { violations } from './races.rules.ts'

/** What a race works with: the copies, the test's own hands in the database, and how many run at once. */
export type Track = { t: TestApp; copies: Copies; parallel: number }

/** One race: it starts everybody at once and answers how many of them won, beside how many may. */
type Race = (track: Track) => Promise<{ won: number; of: number }>

/** So many at once; each is told its number. */
const together = (times: number, run: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => run(n)))

function count(replies: Reply[], status: number): number {
  const broken = replies.find((reply) => reply.status >= 500)
  if (broken) throw new Error(`a ${broken.status} in a race: ${JSON.stringify(broken.body)}`)
  return replies.filter((reply) => reply.status === status).length
}

async function aStudent({ t }: Track): Promise<{ id: number; token: string }> {
  const { id } = await aPerson(t.deps.db)
  return { id, token: await t.tokenOf(id) }
}

async function anExamOf(track: Track, student: { id: number; token: string }) {
  const { db } = track.t.deps
  const course = await aCourse(db)
  await anEnrolment(db, student.id, course.id)
  const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id, intentos: 2 })
  const made = await track.copies.ask('POST', '/detalle-evaluacion', {
    token: student.token,
    body: { id_evaluacion: exam.id },
  })
  return { course, exam, detail: Number(made.body.data.id) }
}

/** Starts and submissions of one student at once, until the attempts are used up. */
const attempts: Race = async (track) => {
  const student = await aStudent(track)
  const { detail } = await anExamOf(track, student)
  const { token } = student
  const replies = await together(track.parallel, (n) =>
    n % 3 === 2
      ? track.copies.ask('PUT', `/detalle-evaluacion/${detail}`, { token, body: {} })
      : track.copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token }),
  )
  count(replies, 200)
  const [row] = await track.t.database.sql`SELECT intentos FROM detalle_evaluacion WHERE id = ${detail}`
  return { won: [1, 2].includes(Number(row?.intentos)) ? 1 : 0, of: 1 }
}

/** One attempt started from many tabs at once: all are given the same. */
const starts: Race = async (track) => {
  const student = await aStudent(track)
  const { detail } = await anExamOf(track, student)
  const replies = await together(track.parallel, () =>
    track.copies.ask('GET', `/detalle-evaluacion/${detail}/incrementar-intento`, { token: student.token }),
  )
  if (count(replies, 200) !== track.parallel) throw new Error('a start was refused')
  return { won: new Set(replies.map(({ body }) => body.data.id_intento)).size, of: 1 }
}

/** Submissions of one attempt at once, with late saves of its answers and requests for its certificate between them. */
const submissions: Race = async (track) => {
  const student = await aStudent(track)
  const { exam, detail, course } = await anExamOf(track, student)
  const { token } = student
  await track.copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token })
  await track.copies.ask('POST', '/respuestas', { token, body: answersTo(exam, detail) })
  const replies = await together(track.parallel, (n) => {
    if (n % 5 === 1) return track.copies.ask('POST', '/respuestas', { token, body: answersTo(exam, detail, 2, n + 2) })
    if (n % 5 === 2)
      return track.copies.ask('POST', '/certificados', { token, body: { id_modulo: course.modulos[0]?.id } })
    return track.copies.ask('PUT', `/detalle-evaluacion/${detail}`, { token, body: {} })
  })
  count(replies, 200)
  const rows = await track.t.database
    .sql`SELECT id FROM certificados WHERE id_usuario = ${student.id} AND id_modulo IS NOT NULL`
  return { won: rows.length, of: 1 }
}

/** An exam that was passed and a certificate that was not given, as after a crash of old: all ask for it, in every way there is. */
const certificates: Race = async (track) => {
  const { t, copies, parallel } = track
  const student = await aStudent(track)
  const course = await aCourse(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id)
  const id_modulo = course.modulos[0]?.id
  const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo })
  for (const nota of [14, 18]) {
    const { id } = await anAttempt(t.deps.db, student.id, exam.id, { nota })
    await t.database.sql`INSERT INTO respuestas (id_intento, id_pregunta, puntos)
      VALUES (${id}, ${exam.preguntas[0]?.id ?? 0}, ${nota})`
  }
  const replies = await together(parallel, (n) =>
    copies.ask('POST', '/certificados', {
      token: student.token,
      body: n % 2 ? { id_modulo } : { id_curso: course.id },
    }),
  )
  // Whoever is first may be given the module's and the course's at once.
  const made = count(replies, 201)
  if (made < 1 || made > 2) throw new Error(`${made} requests made a certificate`)
  const told = new Set(replies.map(({ body }) => body.data?.codigo_certificado))
  const rows = await t.database
    .sql`SELECT codigo_certificado AS codigo FROM certificados WHERE id_usuario = ${student.id}`
  return { won: rows.filter(({ codigo }) => told.has(codigo)).length + told.size, of: 4 }
}

/** Half of a class likes a post and a comment, half withdraws; the counts stay the rows. */
const likes: Race = async (track) => {
  const { t, copies, parallel } = track
  const course = await aCourse(t.deps.db)
  const students = await Promise.all(Array.from({ length: parallel }, () => aStudent(track)))
  for (const { id } of students) await anEnrolment(t.deps.db, id, course.id)
  const token = students[0]?.token ?? ''
  const body = { titulo: `Foro ${randomUUID()}`, contenido: '<p>Hola</p>', tipo_foro: 'curso', id_curso: course.id }
  const forum = await copies.ask('POST', '/foros', { token, body })
  const post = await copies.ask('POST', '/posts-foro', {
    token,
    body: { contenido: '<p>Sí</p>', id_foro: forum.body.data.id },
  })
  const remark = { comentario: 'Sí', id_leccion: course.modulos[0]?.lecciones[0]?.id }
  const comment = await copies.ask('POST', '/comentarios', { token, body: remark })
  const replies = await together(parallel * 2, (n) => {
    const who = students[n % parallel]?.token
    if (n % 4 === 3) return copies.ask('POST', `/posts-foro/${post.body.data.id}/unlike`, { token: who })
    if (n % 4 === 2) return copies.ask('PUT', `/comentarios/like/${comment.body.data.id}`, { token: who })
    return copies.ask('POST', `/posts-foro/${post.body.data.id}/like`, { token: who })
  })
  return { won: count(replies, 200), of: parallel * 2 }
}

/** A class posts, answers and deletes in one forum at once. */
const posts: Race = async (track) => {
  const { copies, t } = track
  const course = await aCourse(t.deps.db)
  const student = await aStudent(track)
  await anEnrolment(t.deps.db, student.id, course.id)
  const { token } = student
  const titulo = `Foro ${randomUUID()}`
  const forum = await copies.ask('POST', '/foros', {
    token,
    body: { titulo, contenido: '<p>x</p>', tipo_foro: 'curso', id_curso: course.id },
  })
  const id_foro = forum.body.data.id
  const root = await copies.ask('POST', '/posts-foro', { token, body: { contenido: '<p>Raíz</p>', id_foro } })
  const parent_id = root.body.data.id
  const replies = await together(20, (n) =>
    n === 10
      ? copies.ask('DELETE', `/posts-foro/${parent_id}`, { token })
      : copies.ask('POST', '/posts-foro', {
          token,
          body: { contenido: `<p>${n}</p>`, id_foro, ...(n % 2 && { parent_id }) },
        }),
  )
  return { won: count(replies, 200), of: 1 }
}

async function anOrder(track: Track, token: string): Promise<{ numero: string; course: number }> {
  const course = await aCourse(track.t.deps.db, { nombre: 'En venta' })
  const made = await track.copies.ask('POST', '/mercadopago/preference', {
    token,
    body: { items: [{ id: course.id }] },
  })
  return { numero: made.body.orden, course: course.id }
}

const WAITING = `SELECT count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
  AND name IN ('pago-evento', 'pasarela-de-prueba-aviso') AND start_after <= now()`

/** Runs what waits, beside the copies, until nothing about payments is left to do. */
async function settle({ t }: Track): Promise<void> {
  for (;;) {
    await t.deps.jobs.drain()
    const [row] = await t.database.sql.unsafe(WAITING)
    if (row?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Two payments of one order, their notifications many times over, and the buyer who asks meanwhile. */
const webhooks: Race = async (track) => {
  const { copies, t, parallel } = track
  const { id, token } = await aStudent(track)
  const { numero, course } = await anOrder(track, token)
  for (const accion of ['aprobar_sin_avisar', 'aprobar_sin_avisar'])
    await copies.ask('POST', `/pasarela-de-prueba/${numero}`, { body: { accion } })
  const payments = await t.database.sql`SELECT id FROM pagos_de_prueba WHERE referencia = ${numero}`
  const secret = await sandboxSecret(t.deps.db)
  const replies = await together(parallel, (n) => {
    if (n % 5 === 4) return copies.ask('GET', `/mercadopago/verificar-pago?orden=${numero}`, { token })
    const dataId = String(payments[n % payments.length]?.id)
    const requestId = n % 2 ? randomUUID() : '00000000-0000-4000-8000-000000000001'
    const signature = signNotification(secret, { requestId, dataId }, String(Date.now()))
    const headers = { 'x-request-id': requestId, 'x-signature': signature }
    const body = { action: 'payment.updated', type: 'payment', data: { id: dataId } }
    return copies.ask('POST', `/mercadopago/webhook?data.id=${dataId}&type=payment`, { headers, body })
  })
  count(replies, 200)
  await settle(track)
  const rows = await t.database.sql`SELECT 1 FROM matriculas m JOIN ordenes o ON o.id_usuario = m.id_usuario
    WHERE m.id_usuario = ${id} AND m.id_curso = ${course} AND o.numero = ${numero} AND o.estado = 'pagada'`
  return { won: rows.length, of: 1 }
}

/** One cart, bought with many clicks: one order, one place to pay. */
const checkout: Race = async (track) => {
  const { token } = await aStudent(track)
  const course = await aCourse(track.t.deps.db)
  const replies = await together(track.parallel, () =>
    track.copies.ask('POST', '/mercadopago/preference', { token, body: { items: [{ id: course.id, costo: 0.01 }] } }),
  )
  if (count(replies, 200) !== track.parallel) throw new Error('a click was refused')
  return { won: new Set(replies.map(({ body }) => body.orden)).size, of: 1 }
}

/** One student asks for many codes, and others for the very same. */
const referrals: Race = async (track) => {
  const { token } = await aStudent(track)
  const others = await Promise.all(Array.from({ length: 5 }, () => aStudent(track)))
  const codigo = `REF${randomInt(99_999)}`
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', '/referidos', { token: n % 5 ? token : others[n % 4]?.token, body: { codigo } }),
  )
  const codes = replies.flatMap(({ status, body }) => (status === 201 ? [body.data.codigo] : []))
  count(replies, 201)
  return { won: new Set(codes).size, of: codes.length }
}

/** One mail, registered many times at once, with one DNI or with others. */
const registrations: Race = async (track) => {
  const person = aNewcomer()
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', '/auth/register', {
      body: { ...person, ...(n % 2 && { numero_documento: aNewcomer().numero_documento }) },
    }),
  )
  return { won: count(replies, 201), of: 1 }
}

/** One link of a recovery mail, used many times at once. */
const resets: Race = async (track) => {
  const person = await aPerson(track.t.deps.db)
  const link = await createResetLink(track.t.deps.db, person.correo)
  const replies = await together(track.parallel, (n) => {
    const password = `${PASSWORD}-${n}`
    const body = { token: link?.token, password, password_confirmation: password }
    return track.copies.ask('PUT', `/actualizar-contrasena/${person.id}`, { body })
  })
  return { won: count(replies, 200), of: 1 }
}

/** Sheets of the complaints book, some of them sent twice: each form one number, no number missing. */
const complaints: Race = async (track) => {
  const sheets = Array.from({ length: Math.ceil(track.parallel / 2) }, aSheet)
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', '/reclamos', { body: sheets[n % sheets.length] }),
  )
  const numbers = replies.flatMap(({ body }) => (body.data ? [body.data.numero] : []))
  return { won: new Set(numbers).size, of: count(replies, 201) }
}

/** One student opens and closes one lesson's attendance from everywhere. */
const attendances: Race = async (track) => {
  const { id, token } = await aStudent(track)
  const course = await aCourse(track.t.deps.db)
  await anEnrolment(track.t.deps.db, id, course.id)
  const leccion_id = course.modulos[0]?.lecciones[0]?.id
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', n % 4 ? '/asistencia/iniciar' : '/asistencia/cerrar', { token, body: { leccion_id } }),
  )
  return { won: count(replies, 201), of: 1 }
}

/** Every race by the name that a report calls it by. */
export const RACES: Record<string, Race> = {
  attempts,
  starts,
  submissions,
  certificates,
  likes,
  posts,
  webhooks,
  checkout,
  referrals,
  registrations,
  resets,
  complaints,
  attendances,
}

/** Runs a race so many times over and answers what went wrong. */
export async function runRace(track: Track, name: string, rounds: number): Promise<string[]> {
  const race = RACES[name]
  if (!race) throw new Error(`there is no race ${name}`)
  const wrong: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await track.t.database.sql`DELETE FROM limites`
    const { won, of } = await race(track)
    if (won !== of) wrong.push(`round ${round}: ${won} won where ${of} may`)
    wrong.push(...(await violations(track.t)).map((rule) => `round ${round}: ${rule}`))
  }
  return wrong
}
