import type { GradedAnswer, PendingAnswer } from '@campus/contract/exams'
import type { CertificateEffect } from '@campus/contract/grading'
import { EXAM_MODEL, OPEN } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import { type Act, audit } from '../../kit/audit/audit.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { holdCertificates, lowerCertificates } from '../certificates/certificates.ts'
import { notify } from '../notifications/notifications.ts'
import { settlePassed } from './closing.ts'
import { inGradedCourse } from './exams.staff.ts'
import { detalle_evaluacion, evaluaciones, intentos_evaluacion, respuestas } from './exams.tables.ts'
import { findAttempt } from './review.ts'
import { passes, sumOf } from './scoring.ts'

/** A field of the frozen question of answer `r` in attempt `i`. */
export const frozen = (field: string) =>
  sql.raw(`(SELECT q ->> '${field}' FROM jsonb_array_elements(i.preguntas) q
  WHERE (q ->> 'id')::bigint = r.id_pregunta)`)

/** Other kinds already have their points, so the rows without points are the open answers. */
const pendingOf = (identity: Identity) => sql`
  FROM cursos c JOIN evaluaciones e ON e.id_curso = c.id
  JOIN intentos_evaluacion i ON i.id_evaluacion = e.id AND i.estado = 'pendiente'
  JOIN respuestas r ON r.id_intento = i.id AND r.puntos IS NULL
  WHERE c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'calificar')}`

export async function pendingAnswers(
  db: Db,
  identity: Identity,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: PendingAnswer[]; total: number }> {
  const pending = pendingOf(identity)
  const [counted] = await query<{ total: number }>(db, sql`SELECT count(*) AS total ${pending}`)
  const rows = await query<PendingAnswer>(
    db,
    sql`WITH page_ids AS MATERIALIZED (
      SELECT r.id ${pending} ORDER BY i.enviado_en, r.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page})
    SELECT r.id AS id_respuesta, i.id AS id_intento, i.numero, e.id AS id_evaluacion, e.nombre AS evaluacion, c.id AS id_curso,
      c.nombre AS curso, m.nombre AS modulo, u.id AS id_alumno, u.nombres || ' ' || u.apellidos AS alumno,
      ${frozen('pregunta')} AS pregunta, coalesce(r.respuesta, '') AS respuesta, ${frozen('valor')}::numeric AS valor, i.enviado_en
    FROM page_ids JOIN respuestas r ON r.id = page_ids.id JOIN intentos_evaluacion i ON i.id = r.id_intento
    JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
    JOIN cursos c ON c.id = e.id_curso JOIN usuarios u ON u.id = d.id_alumno LEFT JOIN modulos m ON m.id = e.id_modulo
    ORDER BY i.enviado_en, r.id`,
  )
  return { rows, total: counted?.total ?? 0 }
}

async function lockAnswer(tx: Db, identity: Identity, idRespuesta: number) {
  const [found] = await tx
    .select({
      id_detalle: detalle_evaluacion.id,
      id_alumno: detalle_evaluacion.id_alumno,
      id_curso: evaluaciones.id_curso,
      id_modulo: evaluaciones.id_modulo,
      id_evaluacion: evaluaciones.id,
      evaluacion: evaluaciones.nombre,
    })
    .from(respuestas)
    .innerJoin(intentos_evaluacion, eq(intentos_evaluacion.id, respuestas.id_intento))
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .where(and(eq(respuestas.id, idRespuesta), eq(evaluaciones.modelo, EXAM_MODEL), inGradedCourse(identity)))
    .for('update', { of: detalle_evaluacion })
  if (!found) throw fail('NO_ENCONTRADO')
  const [held] = await tx
    .select({ respuesta: respuestas, intento: intentos_evaluacion })
    .from(respuestas)
    .innerJoin(intentos_evaluacion, eq(intentos_evaluacion.id, respuestas.id_intento))
    .where(eq(respuestas.id, idRespuesta))
  if (!held) throw fail('NO_ENCONTRADO')
  return { ...found, ...held }
}

type Held = Awaited<ReturnType<typeof lockAnswer>>

const pathOf = ({ id_evaluacion, id_modulo, id_curso }: Held) =>
  `/examen/${id_evaluacion}/${id_modulo ?? id_curso}/${id_modulo ? 'modulo' : 'curso'}#resultado`

const ABOUT_GRADE = { evento: 'calificacion', tipo: 'Otro' } as const
const ABOUT_CERTIFICATE = { evento: 'certificado', tipo: 'Certificación' } as const

const notifyStudent = (
  tx: Db,
  held: Held,
  clave: string,
  mensaje: string,
  about: typeof ABOUT_GRADE | typeof ABOUT_CERTIFICATE = ABOUT_GRADE,
) =>
  notify(tx, {
    ...about,
    mensaje,
    asunto: held.evaluacion,
    ruta: pathOf(held),
    clave,
    usuarios: [held.id_alumno],
  })

export const GRADED_TEXT = 'Ya está tu nota'

/** Grades the attempt once all of its answers have points; `remaining` of them do not. */
async function finish(tx: Db, held: Held): Promise<{ remaining: number; nota: number }> {
  const { intento } = held
  const answers = await tx
    .select({ puntos: respuestas.puntos })
    .from(respuestas)
    .where(eq(respuestas.id_intento, intento.id))
  const points = answers.map((answer) => answer.puntos).filter((value) => value !== null)
  const remaining = answers.length - points.length
  const nota = sumOf(points)
  if (remaining > 0) return { remaining, nota }
  const aprobado = passes(nota, intento.nota_maxima)
  await tx
    .update(intentos_evaluacion)
    .set({ estado: 'calificado', nota, aprobado })
    .where(eq(intentos_evaluacion.id, intento.id))
  if (aprobado) await settlePassed(tx, [{ ...held, ...intento, id_evaluacion: held.id_evaluacion, nota }])
  else if (intento.numero === 1)
    await withdrawPoints(tx, 'examen', [{ usuario: held.id_alumno, clave: String(held.id_evaluacion) }])
  return { remaining, nota }
}

type Grade = { puntos: number; comentario?: string | null; version?: number }

/** What another teacher decided since the caller read the answer. */
async function resolvedBy(tx: Db, { puntos, comentario, version, calificado_por, calificado_en }: Held['respuesta']) {
  const [author] = calificado_por
    ? await tx
        .select({ id: usuarios.id, nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}` })
        .from(usuarios)
        .where(eq(usuarios.id, calificado_por))
    : []
  const en = calificado_en ?? new Date().toISOString()
  return fail('YA_RESUELTO', { actual: { datos: { puntos, comentario }, version, por: author ?? null, en } })
}

async function requireVersion(tx: Db, { respuesta }: Held, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== respuesta.version) throw await resolvedBy(tx, respuesta)
}

function questionOf(held: Held) {
  const question = held.intento.preguntas.find((row) => row.id === held.respuesta.id_pregunta)
  if (!question || held.intento.estado === 'abierto') throw fail('NO_ENCONTRADO')
  return question
}

async function writePoints(tx: Db, identity: Identity, held: Held, valor: number, grade: Grade) {
  if (grade.puntos > valor) throw invalid('puntos', `Los puntos van de 0 a ${valor}.`)
  const puntos = Math.round(grade.puntos * 100) / 100
  const comentario = grade.comentario?.replaceAll('\0', '') || null
  await tx
    .update(respuestas)
    .set({
      puntos,
      comentario,
      calificado_por: identity.id,
      calificado_en: sql`now()`,
      version: held.respuesta.version + 1,
    })
    .where(eq(respuestas.id, held.respuesta.id))
  return { puntos, comentario }
}

const auditPoints = (tx: Db, { id_alumno, intento, respuesta }: Held, detalle: Act['detalle']) =>
  audit(tx, 'intento_calificado', {
    sobre: id_alumno,
    objeto: `intento:${intento.id}`,
    detalle: { respuesta: respuesta.id, antes: respuesta.puntos, ...detalle },
  })

/**
 * Sets a teacher's points for an open answer; they may change until the attempt has its grade.
 * @throws NO_ENCONTRADO, YA_RESUELTO for another version, RESPUESTA_CALIFICADA, DATOS_INVALIDOS above the question's value
 */
export async function gradeAnswer(
  db: Db,
  identity: Identity,
  idRespuesta: number,
  grade: Grade,
): Promise<GradedAnswer> {
  return db.transaction(async (tx) => {
    const held = await lockAnswer(tx, identity, idRespuesta)
    const question = questionOf(held)
    if (question.tipo_pregunta !== OPEN) throw fail('NO_ENCONTRADO')
    await requireVersion(tx, held, grade.version)
    if (held.intento.estado !== 'pendiente' || question.regalada) throw fail('RESPUESTA_CALIFICADA')
    const { puntos, comentario } = await writePoints(tx, identity, held, question.valor, grade)
    await auditPoints(tx, held, { puntos })
    const { remaining } = await finish(tx, held)
    if (remaining === 0) await notifyStudent(tx, held, `calificacion:${held.intento.id}`, GRADED_TEXT)
    const intento = await findAttempt(tx, held.intento.id)
    return { id_respuesta: idRespuesta, puntos, comentario, faltan: remaining, intento }
  })
}

const listed = new Intl.ListFormat('es')

function effectsText(effects: CertificateEffect[]): string {
  const lost = effects.filter(({ nota_nueva }) => nota_nueva === null).map((row) => row.codigo_certificado)
  const revoked =
    lost.length > 0
      ? [`Revocamos tu${lost.length > 1 ? 's certificados' : ' certificado'} ${listed.format(lost)}.`]
      : []
  const lowered = effects
    .filter(({ nota_nueva }) => nota_nueva !== null)
    .map((row) => `Tu certificado ${row.codigo_certificado} dice ahora ${row.nota_nueva} %.`)
  return [...revoked, ...lowered].join(' ')
}

/** One notice of the grade and of the certificates that follow it. */
async function notifyCorrection(
  tx: Db,
  held: Held,
  nota: number,
  motivo: string,
  effects: CertificateEffect[],
): Promise<void> {
  const before = held.intento.nota ?? 0
  if (before === nota) return
  const verb = nota > before ? 'subió' : 'bajó'
  const why = effects.length > 0 ? `${motivo.replace(/\.$/, '')}.\n${effectsText(effects)}` : motivo
  const text = `Tu nota ${verb} a ${nota}\nEra ${before}: ${why}`
  const about = effects.length > 0 ? ABOUT_CERTIFICATE : ABOUT_GRADE
  await notifyStudent(tx, held, `correccion:${held.respuesta.id}:${held.respuesta.version}`, text, about)
}

type Correction = Grade & { motivo: string; acepta_certificados: boolean }

/** Before any points: revoking a certificate locks it before them, too. Null where none can stand on the grade. */
function holdStanding(tx: Db, { intento, respuesta, id_alumno, id_curso }: Held, { puntos }: Correction) {
  const lowers = intento.aprobado && respuesta.puntos !== null && puntos < respuesta.puntos
  return lowers ? holdCertificates(tx, { id_usuario: id_alumno, id_curso }) : null
}

type Standing = Awaited<ReturnType<typeof holdStanding>>

/** @throws CON_CERTIFICADO, which undoes all, until the caller accepts what it says */
async function settleLowered(tx: Db, { respuesta }: Held, standing: Standing, correction: Correction) {
  const datos = standing ? await lowerCertificates(tx, standing, correction.motivo) : []
  const now = { version: respuesta.version, por: null, en: new Date().toISOString() }
  if (datos.length > 0 && !correction.acepta_certificados) throw fail('CON_CERTIFICADO', { actual: { datos, ...now } })
  return datos
}

/**
 * Changes points that were already given, of any kind of question. Certificates that it takes away or lowers follow in
 * the same transaction, once the caller accepts it (docs/product/exams.md 9.3).
 * @throws NO_ENCONTRADO, YA_RESUELTO, CON_CERTIFICADO, DATOS_INVALIDOS
 */
export async function correctAnswer(
  db: Db,
  identity: Identity,
  idRespuesta: number,
  correction: Correction,
): Promise<GradedAnswer> {
  const { motivo } = correction
  return db.transaction(async (tx) => {
    const held = await lockAnswer(tx, identity, idRespuesta)
    const { intento, respuesta } = held
    const question = questionOf(held)
    await requireVersion(tx, held, correction.version)
    if (respuesta.puntos === null) throw fail('NO_ENCONTRADO')
    const standing = await holdStanding(tx, held, correction)
    const { puntos, comentario } = await writePoints(tx, identity, held, question.valor, correction)
    const { remaining, nota } = await finish(tx, held)
    const grades: Act['detalle'] = remaining === 0 ? { nota_antes: intento.nota, nota } : {}
    await auditPoints(tx, held, { puntos, motivo, ...grades })
    const effects = await settleLowered(tx, held, standing, correction)
    if (remaining === 0) await notifyCorrection(tx, held, nota, motivo, effects)
    return {
      id_respuesta: idRespuesta,
      puntos,
      comentario,
      faltan: remaining,
      intento: await findAttempt(tx, intento.id),
    }
  })
}
