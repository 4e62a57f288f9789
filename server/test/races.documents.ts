import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { answersTo } from './exams.ts'
import type { Reply } from './races.copies.ts'
import { aClass, answered, countIn, type Race, type Track, together } from './races.track.ts'

const TEXT = { duracion: 5, contenido: '<p>Uno.</p>', videos: [], materiales: [], gratis: false }

export const ask = (track: Track, token: string, method: string, path: string, body?: object) =>
  track.copies.ask(method, `/gestion${path}`, { token, ...(body && { body }) })

const theStaff = async ({ t }: Track): Promise<string[]> =>
  Promise.all([1, 2].map(async () => t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)))

export const save = (track: Track, token: string, objeto: string, body: { documento: object; version: number }) =>
  ask(track, token, 'PUT', `/documentos/${objeto}`, body)

export const publish = (track: Track, token: string, objeto: string, version: number) =>
  ask(track, token, 'POST', '/publicar', { documentos: [{ objeto, version }], acepta_avisos: true })

/** @throws when it was refused */
export async function done(reply: Promise<Reply>): Promise<Reply['body']['data']> {
  const { status, body } = await reply
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Saves what `change` makes of the document and publishes it. */
async function republish(track: Track, token: string, objeto: string, change: (now: Reply['body']) => object) {
  const { documento, version } = await done(ask(track, token, 'GET', `/documentos/${objeto}`))
  const saved = await done(save(track, token, objeto, { documento: change(documento), version }))
  await done(publish(track, token, objeto, saved.version))
}

async function aLesson(track: Track): Promise<string> {
  const course = await aCourse(track.t.deps.db)
  return `leccion:${course.modulos[0]?.lecciones[0]?.id}`
}

/** Saves over one version: the first wins, the others read its text, and the one that then insists loses none of both. */
export const drafts: Race = async (track) => {
  const { t, parallel } = track
  const staff = await theStaff(track)
  const objeto = await aLesson(track)
  const send = (n: number, more: { version: number; reemplaza?: number }) =>
    save(track, staff[n % 2] ?? '', objeto, { documento: { ...TEXT, titulo: `Texto ${n}` }, ...more })
  const first = await together(parallel, (n) => send(n, { version: 0 }))
  answered(first, { 200: 1, '409 CAMBIO_MIENTRAS': parallel - 1 })
  const winner = first.findIndex(({ status }) => status === 200)
  const shown = first.filter(({ body }) => body.actual?.datos.titulo === `Texto ${winner}`)
  const version = first[winner]?.body.data.version
  const second = await together(parallel, (n) => send(parallel + n, { version: 0, reemplaza: version }))
  answered(second, { 200: 1, '409 CAMBIO_MIENTRAS': parallel - 1 })
  const insisted = parallel + second.findIndex(({ status }) => status === 200)
  const kept = await t.database.sql`SELECT documento ->> 'titulo' AS titulo FROM borradores WHERE objeto = ${objeto}
    UNION ALL SELECT documento ->> 'titulo' FROM versiones WHERE objeto = ${objeto} AND motivo = 'reemplazada'`
  const texts = [`Texto ${insisted}`, `Texto ${winner}`]
  return {
    'refusals with the text of the winner': { met: shown.length, due: parallel - 1 },
    'texts kept': { met: kept.filter(({ titulo }, at) => titulo === texts[at]).length, due: 2 },
  }
}

/** Saves, publications and discards of one draft: the first wins, the others get a 409, and its text is kept. */
export const publications: Race = async (track) => {
  const staff = await theStaff(track)
  const objeto = await aLesson(track)
  const documento = { ...TEXT, titulo: 'Primero' }
  const { version } = await done(save(track, staff[0] ?? '', objeto, { documento, version: 0 }))
  const replies = await together(track.parallel, (n) => {
    const token = staff[n % 2] ?? ''
    if (n % 3 === 0) return publish(track, token, objeto, version)
    if (n % 3 === 1) return ask(track, token, 'DELETE', `/documentos/${objeto}`, { version })
    return save(track, token, objeto, { documento: { ...documento, titulo: `Texto ${n}` }, version })
  })
  answered(replies, { 200: 1, '409 CAMBIO_MIENTRAS': track.parallel - 1 })
  const met = await countIn(
    track,
    `SELECT (SELECT count(*) FROM borradores WHERE objeto = $1) + (SELECT count(*) FROM versiones WHERE objeto = $1) AS n`,
    [objeto],
  )
  return { 'drafts and versions': { met, due: 1 } }
}

/** A published exam whose questions and options all say the same number. */
const numbered = (n: number) => (now: Reply['body']) => ({
  ...now,
  preguntas: now.preguntas.map((question: Reply['body'], at: number) => ({
    ...question,
    pregunta: `Pregunta ${at} ${n}`,
    valor: 10 + n,
    opciones: question.opciones.map((option: object, place: number) => ({ ...option, opcion: `Opción ${place} ${n}` })),
  })),
})

type Started = { pregunta: string; valor: number; opciones: { opcion: string }[] }
const numberOf = (text: string) => Number(text.split(' ')[2])
const numbersIn = (questions: Started[]) =>
  new Set(
    questions.flatMap(({ pregunta, valor, opciones }) => [
      numberOf(pregunta),
      valor - 10,
      ...opciones.map(({ opcion }) => numberOf(opcion)),
    ]),
  )

/** Students start while an exam is published again and again: each gets the questions of one publication. */
export const editions: Race = async (track) => {
  const { t, copies, parallel } = track
  const { db } = t.deps
  const [token = ''] = await theStaff(track)
  const course = await aCourse(db)
  const values = [10, 10, 10, 10, 10]
  const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null, values })
  const objeto = `evaluacion:${exam.id}`
  await republish(track, token, objeto, numbered(0))
  const students = await aClass(track, parallel)
  const details = await Promise.all(
    students.map(async ({ id, token: own }) => {
      await anEnrolment(db, id, course.id)
      const body = { id_evaluacion: exam.id }
      return (await copies.ask('POST', '/detalle-evaluacion', { token: own, body })).body.data.id
    }),
  )
  let over = false
  const editing = async () => {
    for (let n = 1; !over; n++) await republish(track, token, objeto, numbered(n))
  }
  const begin = (n: number) =>
    copies.ask('POST', `/detalle-evaluacion/${details[n]}/intentos`, { token: students[n]?.token ?? '' })
  const starting = async () => {
    const replies: Reply[] = []
    // A few at a time, so that they meet several publications.
    for (let from = 0; from < parallel; from += 4)
      replies.push(...(await together(Math.min(4, parallel - from), (n) => begin(from + n))))
    return replies
  }
  const [replies] = await Promise.all([starting().finally(() => (over = true)), editing()])
  answered(replies, { 200: parallel })
  const whole = replies.filter(({ body }) => numbersIn(body.data.preguntas).size === 1)
  const sums = await countIn(
    track,
    `SELECT count(*) AS n FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
      WHERE d.id_evaluacion = $1 AND i.nota_maxima = (SELECT sum((q ->> 'valor')::numeric) FROM jsonb_array_elements(i.preguntas) q)`,
    [exam.id],
  )
  return {
    'attempts with questions of one publication': { met: whole.length, due: parallel },
    'attempts worth their questions': { met: sums, due: parallel },
  }
}

/** Students pass while their course is renamed, published and hidden: each has both certificates, with a name it had. */
export const renamings: Race = async (track) => {
  const { t, copies, parallel } = track
  const { db } = t.deps
  const { id: teacher } = await aPerson(db, { tipo_cliente: 'Docente' })
  const [token = ''] = await theStaff(track)
  const course = await aCourse(db, { teacher, nombre: 'Curso 0' })
  await t.database.sql`UPDATE cursos SET imagen = '/api/storage/imagenes/portada.webp' WHERE id = ${course.id}`
  const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null })
  const sitting = await Promise.all(
    (await aClass(track, parallel)).map(async ({ id, token: own }) => {
      await anEnrolment(db, id, course.id)
      const body = { id_evaluacion: exam.id }
      const detail = (await copies.ask('POST', '/detalle-evaluacion', { token: own, body })).body.data.id
      await copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token: own })
      await copies.ask('POST', '/respuestas', { token: own, body: answersTo(exam, detail) })
      return { id, own, detail }
    }),
  )
  const change = async () => {
    for (const n of [1, 2])
      await republish(track, token, `curso:${course.id}`, (now) => ({ ...now, nombre: `Curso ${n}` }))
    const { version } = await done(ask(track, token, 'GET', `/cursos/${course.id}`))
    await done(ask(track, token, 'PUT', `/cursos/${course.id}/estado`, { estado: 'oculto', version }))
  }
  const submitting = together(parallel, (n) =>
    copies.ask('PUT', `/detalle-evaluacion/${sitting[n]?.detail}`, { token: sitting[n]?.own ?? '', body: {} }),
  )
  const [replies] = await Promise.all([submitting, change()])
  answered(replies, { 200: parallel })
  const met = await countIn(
    track,
    `SELECT count(*) AS n FROM certificados WHERE id_usuario = ANY($1) AND estado = 'vigente'
      AND curso IN ('Curso 0', 'Curso 1', 'Curso 2')`,
    [sitting.map(({ id }) => id)],
  )
  const hidden = await countIn(track, `SELECT count(*) AS n FROM cursos WHERE id = $1 AND estado = 0`, [course.id])
  return {
    certificates: { met, due: 2 * parallel },
    'courses hidden': { met: hidden, due: 1 },
  }
}
