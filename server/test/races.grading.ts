import { randomUUID } from 'node:crypto'
import { ANSWER_GRACE_SECONDS } from '@campus/contract/rules'
import { JOB_KINDS } from '../src/app/job-kinds.ts'
import { closeExpired } from '../src/features/exams/closing.ts'
import { runJob } from '../src/kit/batches/batches.ts'
import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { answersTo, expire } from './exams.ts'
import { aClass, answered, answeredOnly, aStudent, countIn, type Race, type Track, together } from './races.track.ts'

type Exam = Awaited<ReturnType<typeof anExam>>

async function aCourseWith(track: Track, shape: { values: number[]; open?: number[] }) {
  const { db } = track.t.deps
  const teachers = await Promise.all([1, 2].map(() => aPerson(db, { tipo_cliente: 'Administrador' })))
  const course = await aCourse(db)
  const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null, ...shape })
  return { course, exam, staff: await Promise.all(teachers.map(({ id }) => track.t.tokenOf(id))) }
}
type Made = Awaited<ReturnType<typeof aCourseWith>>

/** Students with an open attempt; the first `right` answers are correct. */
async function sitting(track: Track, { course, exam }: Made, many: number, right: (n: number) => number) {
  const { t, copies } = track
  return Promise.all(
    (await aClass(track, many)).map(async ({ id, token }, n) => {
      await anEnrolment(t.deps.db, id, course.id)
      const body = { id_evaluacion: exam.id }
      const detail = Number((await copies.ask('POST', '/detalle-evaluacion', { token, body })).body.data.id)
      await copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token })
      await copies.ask('POST', '/respuestas', { token, body: answersTo(exam, detail, right(n)) })
      return { id, detail, submit: () => copies.ask('PUT', `/detalle-evaluacion/${detail}`, { token, body: {} }) }
    }),
  )
}

/** The answers to a question, by the student's detail. */
async function answersBy({ t }: Track, { preguntas }: Exam, at: number): Promise<Map<number, number>> {
  const rows = await t.database.sql`SELECT i.id_detalle, r.id FROM respuestas r
    JOIN intentos_evaluacion i ON i.id = r.id_intento WHERE r.id_pregunta = ${preguntas[at]?.id}`
  return new Map(rows.map(({ id_detalle, id }) => [id_detalle, id]))
}

/** As if another right option had been published for every choice: A instead of B. */
const correctKeys = ({ t }: Track, { preguntas }: Exam) =>
  t.database
    .sql`UPDATE opciones SET condicion = (opcion = 'A') WHERE id_pregunta = ANY(${preguntas.map(({ id }) => id)})`

/** Asks for a correction, three times over; returns its job, to be done here beside the instances. */
async function askRegrade(track: Track, { exam, staff }: Made, at: number, decision = 'clave_nueva') {
  const body = {
    ...{ id_pregunta: exam.preguntas[at]?.id, decision, motivo: 'La clave estaba mal.' },
    envio: randomUUID(),
  }
  const asked = await together(3, (n) =>
    track.copies.ask('POST', `/gestion/evaluaciones/${exam.id}/recalificar`, { token: staff[n % 2] ?? '', body }),
  )
  answered(asked, { 200: 3 })
  return () => runJob(track.t.deps.db, track.t.deps.jobs, asked[0]?.body.data.trabajo.id, JOB_KINDS, false)
}

/**
 * Two corrected keys are regraded while students submit and a teacher grades: whatever comes first, everyone ends with
 * all points. A third of them was right by the old keys.
 */
export const regrades: Race = async (track) => {
  const { copies, parallel } = track
  const made = await aCourseWith(track, { values: [10, 10], open: [10] })
  const { exam, staff } = made
  const isOld = (n: number) => n % 3 === 0
  const students = await sitting(track, made, parallel, (n) => (isOld(n) ? 2 : 0))
  const isLate = (n: number) => n % 3 === 1
  for (const [n, { submit }] of students.entries()) if (!isLate(n)) answered([await submit()], { 200: 1 })
  const open = await answersBy(track, exam, 2)
  await correctKeys(track, exam)
  const grade = (detail: number) =>
    copies.ask('PUT', `/calificaciones/${open.get(detail)}`, { token: staff[detail % 2] ?? '', body: { puntos: 10 } })
  const jobs = [await askRegrade(track, made, 0), await askRegrade(track, made, 1)]
  const finish = async (n: number) => {
    const student = students[n]
    if (!student) throw new Error('no student')
    if (isLate(n)) answered([await student.submit()], { 200: 1 })
    return grade(student.detail)
  }
  // Each job is delivered twice.
  const [replies] = await Promise.all([together(parallel, finish), ...[...jobs, ...jobs].map((run) => run())])
  answered(replies, { 200: parallel })
  const details = students.map(({ detail }) => detail)
  const full = `SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = ANY($1) AND estado = 'calificado' AND nota = 30 AND aprobado`
  const certificates = 'SELECT count(*) AS n FROM certificados WHERE id_usuario = ANY($1)'
  const told = `SELECT count(*) AS n FROM notificaciones WHERE id_usuario = ANY($1) AND mensaje = 'Ya está tu nota'`
  const people = students.map(({ id }) => id)
  return {
    'full marks': { met: await countIn(track, full, [details]), due: parallel },
    certificates: { met: await countIn(track, certificates, [people]), due: 2 * parallel },
    'notices of the grade': { met: await countIn(track, told, [people]), due: parallel },
  }
}

/**
 * An open question is given to everyone while two teachers grade it and students submit: all get its points, one notice
 * and one certificate each.
 */
export const annulments: Race = async (track) => {
  const { copies, parallel } = track
  const made = await aCourseWith(track, { values: [], open: [10] })
  const { exam, staff } = made
  const students = await sitting(track, made, parallel, () => 0)
  const isLate = (n: number) => n % 3 === 1
  for (const [n, { submit }] of students.entries()) if (!isLate(n)) answered([await submit()], { 200: 1 })
  const open = await answersBy(track, exam, 0)
  const run = await askRegrade(track, made, 0, 'puntos_a_todos')
  const finish = async (n: number) => {
    const student = students[n]
    if (!student) throw new Error('no student')
    if (isLate(n)) return student.submit()
    const body = { puntos: n % 7 }
    return copies.ask('PUT', `/calificaciones/${open.get(student.detail)}`, { token: staff[n % 2] ?? '', body })
  }
  const [replies] = await Promise.all([together(parallel, finish), run(), run()])
  answeredOnly(replies, ['200', '409 RESPUESTA_CALIFICADA'])
  const details = students.map(({ detail }) => detail)
  const people = students.map(({ id }) => id)
  const full = `SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = ANY($1) AND estado = 'calificado' AND nota = 10 AND aprobado`
  const certificates = 'SELECT count(*) AS n FROM certificados WHERE id_usuario = ANY($1)'
  const told = `SELECT count(*) AS n FROM (SELECT id_usuario FROM notificaciones WHERE id_usuario = ANY($1)
    AND clave LIKE 'calificacion:%' GROUP BY id_usuario HAVING count(*) > 1) twice`
  return {
    'full marks': { met: await countIn(track, full, [details]), due: parallel },
    certificates: { met: await countIn(track, certificates, [people]), due: 2 * parallel },
    'students told twice': { met: await countIn(track, told, [people]), due: 0 },
  }
}

/** Two teachers grade one answer and then correct it: one decision of each, the others learn that it is made. */
export const decisions: Race = async (track) => {
  const { copies, parallel } = track
  const made = await aCourseWith(track, { values: [], open: [10] })
  const [student] = await sitting(track, made, 1, () => 0)
  await student?.submit()
  const id = (await answersBy(track, made.exam, 0)).get(student?.detail ?? 0)
  const decide = (path: string, body: (n: number) => object) =>
    together(parallel, (n) => copies.ask('PUT', path, { token: made.staff[n % 2] ?? '', body: body(n) }))
  const graded = await decide(`/calificaciones/${id}`, (n) => ({ puntos: n % 5, version: 0 }))
  const corrected = await decide(`/gestion/calificaciones/${id}/correccion`, (n) => ({
    ...{ puntos: 6 + (n % 5), motivo: 'Se revisó.', version: 1 },
  }))
  for (const replies of [graded, corrected]) answered(replies, { 200: 1, '409 YA_RESUELTO': parallel - 1 })
  const winner = corrected.find(({ status }) => status === 200)
  const stored = `SELECT count(*) AS n FROM respuestas WHERE id = $1 AND puntos = $2 AND version = 2`
  const told = 'SELECT count(*) AS n FROM notificaciones WHERE id_usuario = $1 AND clave LIKE $2'
  const news = (clave: string) => countIn(track, told, [student?.id ?? 0, clave])
  return {
    'the decision shown': { met: await countIn(track, stored, [id ?? 0, winner?.body.data.puntos]), due: 1 },
    'notices of the grade': { met: await news('calificacion:%'), due: 1 },
    'notices of the correction': { met: await news('correccion:%'), due: 1 },
  }
}

/** Two moderators decide one report: one decision, of which the others are told. */
export const reports: Race = async (track) => {
  const { t, copies, parallel } = track
  const { sql } = t.database
  const [author, reader] = [await aStudent(track), await aStudent(track)]
  const [forum] = await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, titulo, contenido, texto)
    VALUES (2, ${author.id}, 'general', 'Dudas', '<p>Hola</p>', 'Hola') RETURNING id`
  const [report] = await sql`INSERT INTO reportes_post (id_cliente, id_usuario, id_foro, motivo, detalle)
    VALUES (2, ${reader.id}, ${forum?.id}, 'spam', '') RETURNING id`
  const staff = await Promise.all([1, 2].map(() => aPerson(t.deps.db, { tipo_cliente: 'Administrador' })))
  const tokens = await Promise.all(staff.map(({ id }) => t.tokenOf(id)))
  const replies = await together(parallel, (n) =>
    copies.ask('PUT', `/reportes-foro/${report?.id}`, {
      ...{ token: tokens[n % 2] ?? '', body: { decision: n % 2 ? 'aceptado' : 'rechazado', razon: 'Se revisó.' } },
    }),
  )
  answered(replies, { 200: 1, '409 YA_RESUELTO': parallel - 1 })
  const acts = 'SELECT count(*) AS n FROM auditoria WHERE objeto = $1'
  const told = `SELECT count(*) AS n FROM notificaciones WHERE id_usuario = $1 AND clave LIKE 'retirado-foro:%'`
  const accepted = replies.findIndex(({ status }) => status === 200) % 2
  return {
    decisions: { met: await countIn(track, acts, [`reporte:${report?.id}`]), due: 1 },
    'notices of the removal': { met: await countIn(track, told, [author.id]), due: accepted },
  }
}

const SWEEPERS = 2

/**
 * Two teachers give each student more minutes while sweepers close what is over: one of them does, and what was extended
 * in time stays open.
 */
export const minutes: Race = async (track) => {
  const { t, copies, parallel } = track
  const made = await aCourseWith(track, { values: [10] })
  const students = await sitting(track, made, Math.floor(parallel / 2), () => 1)
  // Five milliseconds apart: some meet the sweepers, some are in time.
  for (const [at, { detail }] of students.entries()) await expire(t, detail, ANSWER_GRACE_SECONDS - at / 200)
  let over = false
  const sweeping = Array.from({ length: SWEEPERS }, async () => {
    while (!over) await closeExpired(t.deps.db)
  })
  const body = { intentos: 0, minutos: 30, motivo: 'Se cortó la luz.', version: 0, abiertos: true }
  const replies = await together(2 * students.length, (n) =>
    copies.ask('PUT', `/gestion/evaluaciones/${made.exam.id}/alumnos/${students[n >> 1]?.id}`, {
      ...{ token: made.staff[n % 2] ?? '', body },
    }),
  ).finally(() => {
    over = true
  })
  await Promise.all(sweeping)
  answered(replies, { 200: students.length, '409 CAMBIO_MIENTRAS': students.length })
  const all = students.map(({ detail }) => detail)
  const closedEarly = `SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = ANY($1) AND estado <> 'abierto'
    AND limite + interval '${ANSWER_GRACE_SECONDS} seconds' > enviado_en`
  const settled = `SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = ANY($1)
    AND (estado <> 'abierto' OR limite > now() + interval '10 minutes')`
  return {
    'attempts closed before their limit': { met: await countIn(track, closedEarly, [all]), due: 0 },
    'attempts closed or with their minutes': { met: await countIn(track, settled, [all]), due: all.length },
  }
}

/**
 * Two teachers publish more minutes for those who have begun and give the class more while sweepers close what is over,
 * the job delivered twice: what was extended in time stays open, and everyone is given them once.
 */
export const deadlines: Race = async (track) => {
  const { t, copies, parallel } = track
  const made = await aCourseWith(track, { values: [10] })
  const { exam, staff } = made
  const students = await sitting(track, made, parallel, () => 1)
  await t.database.sql`UPDATE evaluaciones SET duracion = duracion + 30 WHERE id = ${exam.id}`
  for (const [at, { detail }] of students.entries()) await expire(t, detail, ANSWER_GRACE_SECONDS - at / 400)
  let over = false
  const sweeping = Array.from({ length: SWEEPERS }, async () => {
    while (!over) await closeExpired(t.deps.db)
  })
  const given = { quienes: 'todos', intentos: 0, minutos: 30, abiertos: true, motivo: 'Se cortó la luz.' }
  const body = { ...given, envio: randomUUID() }
  const ask = (what: string, n: number) =>
    copies.ask('POST', `/gestion/evaluaciones/${exam.id}/${what}`, {
      token: staff[n % 2] ?? '',
      body: what === 'extras' ? body : {},
    })
  const give = async () => {
    const asked = await together(3, () => ask('extras', 0))
    answered(asked, { 200: 3 })
    const run = () => runJob(t.deps.db, t.deps.jobs, asked[0]?.body.data.id, JOB_KINDS, false)
    await Promise.all([run(), run()])
  }
  const [replies] = await Promise.all([together(4, (n) => ask('plazo', n)), give()]).finally(() => {
    over = true
  })
  await Promise.all(sweeping)
  answered(replies, { 200: 4 })
  const details = students.map(({ detail }) => detail)
  const people = students.map(({ id }) => id)
  const closedEarly = `SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = ANY($1) AND estado <> 'abierto'
    AND limite + interval '${ANSWER_GRACE_SECONDS} seconds' > enviado_en`
  const settled = `SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = ANY($1)
    AND (estado <> 'abierto' OR limite > now() + interval '10 minutes')`
  const once = 'SELECT count(*) AS n FROM detalle_evaluacion WHERE id = ANY($1) AND minutos_extra = 30 AND version = 1'
  const told = `SELECT count(*) AS n FROM notificaciones WHERE id_usuario = ANY($1) AND clave LIKE 'extras:%'`
  return {
    'attempts closed before their limit': { met: await countIn(track, closedEarly, [details]), due: 0 },
    'attempts closed or with their minutes': { met: await countIn(track, settled, [details]), due: parallel },
    'given once': { met: await countIn(track, once, [details]), due: parallel },
    'notices of the minutes': { met: await countIn(track, told, [people]), due: parallel },
  }
}
