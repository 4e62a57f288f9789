import { ANSWER_GRACE_SECONDS } from '@campus/contract/rules'
import { closeExpired } from '../src/features/exams/closing.ts'
import { aCourse, anAttempt, anEnrolment, anExam } from './builders.ts'
import { answersTo, expire } from './exams.ts'
import type { Reply } from './races.copies.ts'
import { answered, answeredOnly, aStudent, countIn, ofThose, type Race, type Track, together } from './races.track.ts'

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

/** A student with an open attempt and correct answers. */
async function anAnsweredExam(track: Track) {
  const student = await aStudent(track)
  const { token } = student
  const { exam, detail, course } = await anExamOf(track, student)
  await track.copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token })
  await track.copies.ask('POST', '/respuestas', { token, body: answersTo(exam, detail) })
  return {
    ...student,
    detail,
    module: course.modulos[0]?.id,
    submit: () => track.copies.ask('PUT', `/detalle-evaluacion/${detail}`, { token, body: {} }),
    /** Saves the same answers again, like a slow page. */
    save: (secuencia: number) =>
      track.copies.ask('POST', '/respuestas', { token, body: answersTo(exam, detail, 2, secuencia) }),
  }
}

const EVENTS = `SELECT count(*) AS n FROM auditoria a JOIN intentos_evaluacion i ON a.objeto = 'intento:' || i.id
  WHERE a.accion = 'intento_enviado' AND i.id_detalle = ANY($1)`
const GRADED = `SELECT count(*) AS n FROM intentos_evaluacion
  WHERE id_detalle = ANY($1) AND estado = 'calificado' AND nota = nota_maxima`
const CERTIFICATES = 'SELECT count(*) AS n FROM certificados WHERE id_usuario = ANY($1) AND id_modulo IS NOT NULL'

/** Concurrent starts and submissions use exactly the remaining attempts. */
export const attempts: Race = async (track) => {
  const student = await aStudent(track)
  const { detail } = await anExamOf(track, student)
  const { token } = student
  const start = () => track.copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token })
  const submit = () => track.copies.ask('PUT', `/detalle-evaluacion/${detail}`, { token, body: {} })
  const replies = await together(track.parallel, (n) => (n % 3 === 2 ? submit() : start()))
  const starts = ofThose(replies, (n) => n % 3 !== 2)
  answeredOnly(starts, ['200', '409 SIN_INTENTOS'])
  answeredOnly(
    ofThose(replies, (n) => n % 3 === 2),
    ['200', '409 SIN_INTENTO_ABIERTO'],
  )
  for (let left = 0; left < 2; left++) {
    await submit()
    await start()
  }
  answered([await start()], { '409 SIN_INTENTOS': 1 })
  const met = await countIn(track, 'SELECT count(*) AS n FROM intentos_evaluacion WHERE id_detalle = $1', [detail])
  return { attempts: { met, due: 2 } }
}

/** Concurrent starts get the same attempt. */
export const starts: Race = async (track) => {
  const student = await aStudent(track)
  const { detail } = await anExamOf(track, student)
  const replies = await together(track.parallel, () =>
    track.copies.ask('GET', `/detalle-evaluacion/${detail}/incrementar-intento`, { token: student.token }),
  )
  answered(replies, { 200: track.parallel })
  return { attempts: { met: new Set(replies.map(({ body }) => body.data.id_intento)).size, due: 1 } }
}

const gradesIn = (replies: Reply[]): number => new Set(replies.map(({ body }) => body.data.nota)).size

/** Concurrent submissions, late saves and certificate requests. */
export const submissions: Race = async (track) => {
  const { token, id, detail, module, submit, save } = await anAnsweredExam(track)
  const replies = await together(track.parallel, (n) => {
    if (n % 5 === 1) return save(n + 2)
    if (n % 5 === 2) return track.copies.ask('POST', '/certificados', { token, body: { id_modulo: module } })
    return submit()
  })
  answeredOnly(
    ofThose(replies, (n) => n % 5 === 1),
    ['200', '409 SIN_INTENTO_ABIERTO'],
  )
  answeredOnly(
    ofThose(replies, (n) => n % 5 === 2),
    ['200', '403 CERTIFICADO_NO_GANADO'],
  )
  const submitted = ofThose(replies, (n) => n % 5 !== 1 && n % 5 !== 2)
  answered(submitted, { 200: submitted.length })
  return {
    'distinct grades': { met: gradesIn(submitted), due: 1 },
    gradings: { met: await countIn(track, EVENTS, [[detail]]), due: 1 },
    'full marks': { met: await countIn(track, GRADED, [[detail]]), due: 1 },
    certificates: { met: await countIn(track, CERTIFICATES, [[id]]), due: 1 },
  }
}

const SITTING = 5
const SWEEPERS = 2

/** Expired attempts are submitted and saved while two sweepers run; one is left to the sweepers. */
export const sweeps: Race = async (track) => {
  const { t, parallel } = track
  const sitting = await Promise.all(Array.from({ length: SITTING }, () => anAnsweredExam(track)))
  const left = await anAnsweredExam(track)
  await expire(t, left.detail, 2 * ANSWER_GRACE_SECONDS)
  // Ten milliseconds apart: some meet the sweeper, some are in time.
  for (const [at, { detail }] of sitting.entries()) await expire(t, detail, ANSWER_GRACE_SECONDS - at / 100)
  let over = false
  const sweep = async () => {
    while (!over) await closeExpired(t.deps.db)
  }
  const sweeping = Array.from({ length: SWEEPERS }, sweep)
  const replies = await together(parallel, (n) => {
    const who = sitting[n % SITTING] ?? left
    return Math.floor(n / SITTING) % 3 === 1 ? who.save(n + 2) : who.submit()
  }).finally(() => {
    over = true
  })
  await Promise.all(sweeping)
  const isSave = (n: number) => Math.floor(n / SITTING) % 3 === 1
  answeredOnly(ofThose(replies, isSave), ['200', '409 SIN_INTENTO_ABIERTO', '409 TIEMPO_TERMINADO'])
  const submitted = ofThose(replies, (n) => !isSave(n))
  answered(submitted, { 200: submitted.length })
  const all = [...sitting, left]
  const details = all.map(({ detail }) => detail)
  return {
    'distinct grades': { met: gradesIn(submitted), due: 1 },
    gradings: { met: await countIn(track, EVENTS, [details]), due: all.length },
    'full marks': { met: await countIn(track, GRADED, [details]), due: all.length },
    certificates: { met: await countIn(track, CERTIFICATES, [all.map(({ id }) => id)]), due: all.length },
  }
}

/** A passed exam without certificate, as after a crash: concurrent requests by every route. */
export const certificates: Race = async (track) => {
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
  // The first request issues both certificates and reports the requested one as new.
  answered(replies, { 201: 1, 200: parallel - 1 })
  const codes = [...new Set(replies.map(({ body }) => String(body.data.codigo_certificado)))]
  const stored = await t.database.sql`SELECT codigo_certificado FROM certificados WHERE id_usuario = ${student.id}`
  return {
    'certificate codes': { met: codes.length, due: 2 },
    'certificates stored': { met: stored.filter((row) => codes.includes(row.codigo_certificado)).length, due: 2 },
    certificates: { met: stored.length, due: 2 },
  }
}
