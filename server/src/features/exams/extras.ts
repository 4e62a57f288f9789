import type { Extended, Extras, ExtrasBody, StudentExam } from '@campus/contract/grading'
import { EXAM_MODEL, isExam } from '@campus/contract/rules'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { matriculas } from '../learning/learning.tables.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'
import { examHead, findExam, inGradedCourse } from './exams.staff.ts'
import { CLOSES, detalle_evaluacion, evaluaciones } from './exams.tables.ts'
import { gainOf, gainText, type Reach, reachOf } from './gains.ts'
import { isOver } from './outage.ts'

async function requireStudent(tx: Db, identity: Identity, idEvaluacion: number, idAlumno: number) {
  const [found] = await tx
    .select({
      evaluacion: examHead,
      alumno: { id: usuarios.id, nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}` },
      hasta: matriculas.fecha_vencimiento,
      vigente: sql<boolean>`${LIVE_ENROLMENT}`,
    })
    .from(evaluaciones)
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .innerJoin(matriculas, and(eq(matriculas.id_curso, cursos.id), eq(matriculas.id_usuario, idAlumno)))
    .innerJoin(usuarios, eq(usuarios.id, matriculas.id_usuario))
    .where(and(eq(evaluaciones.id, idEvaluacion), eq(evaluaciones.modelo, EXAM_MODEL), inGradedCourse(identity)))
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

/** The student's detail, locked; made when the student never opened the exam. */
async function lockDetail(tx: Db, id_evaluacion: number, id_alumno: number) {
  await tx.insert(detalle_evaluacion).values({ id_evaluacion, id_alumno }).onConflictDoNothing()
  const [detail] = await tx
    .select()
    .from(detalle_evaluacion)
    .where(and(eq(detalle_evaluacion.id_evaluacion, id_evaluacion), eq(detalle_evaluacion.id_alumno, id_alumno)))
    .for('update')
  if (!detail) throw fail('NO_ENCONTRADO')
  return detail
}

type Detail = Awaited<ReturnType<typeof lockDetail>>

type Granted = Pick<Detail, 'intentos_extra' | 'minutos_extra' | 'cierre_extra' | 'version'>

export const extrasOf = (detail: Granted): Extras => ({
  intentos: detail.intentos_extra,
  minutos: detail.minutos_extra,
  cierre: detail.cierre_extra,
  version: detail.version,
})

const NO_DETAIL = { intentos_extra: 0, minutos_extra: 0, cierre_extra: null, version: 0, intentos: 0, abierto: false }

/** What an exam allows one student of its course, who may never have opened it. @throws NO_ENCONTRADO */
export async function findStudentExam(
  db: Db,
  identity: Identity,
  { id, alumno }: { id: number; alumno: number },
): Promise<StudentExam> {
  const found = await requireStudent(db, identity, id, alumno)
  const [detail = NO_DETAIL] = await db
    .select({
      ...getTableColumns(detalle_evaluacion),
      abierto: sql<boolean>`EXISTS (SELECT 1 FROM intentos_evaluacion a WHERE a.id_detalle = ${sql.raw('detalle_evaluacion.id')}
        AND a.estado = 'abierto' AND NOT ${isOver('a')})`,
    })
    .from(detalle_evaluacion)
    .where(and(eq(detalle_evaluacion.id_evaluacion, id), eq(detalle_evaluacion.id_alumno, alumno)))
  const { intentos: usados, abierto } = detail
  return { ...found, extras: extrasOf(detail), usados, abierto }
}

/**
 * Moves the limit of open attempts to what detail `d` of evaluation `e` allows now, and never to an earlier one. The
 * caller holds the details; an attempt whose time is over stays over.
 */
export const extendOpenAttempts = (tx: Db, which: SQL): Promise<{ id_alumno: number }[]> =>
  query<{ id_alumno: number }>(
    tx,
    sql`UPDATE intentos_evaluacion i SET limite = v.limite FROM (
      SELECT a.id, d.id_alumno, least(a.inicio + make_interval(mins => (e.duracion + d.minutos_extra)::int), ${CLOSES})
        + make_interval(secs => a.segundos_devueltos) AS limite
      FROM intentos_evaluacion a JOIN detalle_evaluacion d ON d.id = a.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
      WHERE a.estado = 'abierto' AND NOT ${isOver('a')} AND ${which}) v
    WHERE v.id = i.id AND v.limite > i.limite RETURNING v.id_alumno`,
  )

type Exam = Awaited<ReturnType<typeof requireStudent>>

/** Where its students take the exam. @throws NO_ENCONTRADO */
export async function pathOf(tx: Db, id: number): Promise<string> {
  const { id_modulo, id_curso } = evaluaciones
  const [exam] = await tx.select({ id_modulo, id_curso }).from(evaluaciones).where(eq(evaluaciones.id, id))
  if (!exam) throw fail('NO_ENCONTRADO')
  return `/examen/${id}/${exam.id_modulo ?? exam.id_curso}/${exam.id_modulo ? 'modulo' : 'curso'}`
}

/** Tells what the student really gained, if anything. */
async function notifyExtras(tx: Db, exam: Exam, detail: Detail, before: Reach | undefined): Promise<void> {
  const after = (await reachOf(tx, [detail.id])).get(detail.id)
  const mensaje = before && after ? gainText(gainOf(before, after)) : ''
  if (!mensaje) return
  await notify(tx, {
    evento: 'calificacion',
    tipo: 'Otro',
    mensaje,
    asunto: exam.evaluacion.nombre,
    ruta: await pathOf(tx, detail.id_evaluacion),
    clave: `extras:${detail.id}:${detail.version}`,
    usuarios: [detail.id_alumno],
  })
}

async function saveExtras(tx: Db, detail: Detail, { intentos, minutos, cierre }: ExtrasBody): Promise<Detail> {
  const [saved] = await tx
    .update(detalle_evaluacion)
    .set({
      intentos_extra: intentos,
      minutos_extra: minutos,
      cierre_extra: cierre ?? null,
      version: detail.version + 1,
    })
    .where(eq(detalle_evaluacion.id, detail.id))
    .returning()
  if (!saved) throw fail('NO_ENCONTRADO')
  return saved
}

/**
 * Gives one student more attempts, minutes or time to begin, and says so to them.
 * @throws NO_ENCONTRADO, CAMBIO_MIENTRAS
 */
export async function giveExtras(
  db: Db,
  identity: Identity,
  { id, alumno }: { id: number; alumno: number },
  body: ExtrasBody,
): Promise<Extras> {
  return db.transaction(async (tx) => {
    const exam = await requireStudent(tx, identity, id, alumno)
    const detail = await lockDetail(tx, id, alumno)
    const before = extrasOf(detail)
    if (body.version !== before.version) {
      const edit = await lastEdit(tx, `evaluacion:${id}`, { sobre: alumno })
      throw fail('CAMBIO_MIENTRAS', { actual: { datos: before, version: before.version, ...edit } })
    }
    const reach = (await reachOf(tx, [detail.id])).get(detail.id)
    const saved = await saveExtras(tx, detail, body)
    if (body.abiertos) await extendOpenAttempts(tx, sql`d.id = ${detail.id}`)
    const { intentos, minutos, cierre } = extrasOf(saved)
    const antes = JSON.stringify({ intentos: before.intentos, minutos: before.minutos, cierre: before.cierre })
    await audit(tx, 'gestion', {
      sobre: alumno,
      objeto: `evaluacion:${id}`,
      detalle: { campos: ['extras'], intentos, minutos, cierre, antes, motivo: body.motivo, abiertos: body.abiertos },
    })
    await notifyExtras(tx, exam, saved, reach)
    return extrasOf(saved)
  })
}

/**
 * Gives the open attempts of an exam the minutes and the closing date that it has now, where they end later, and says so
 * to their students once.
 * @throws NO_ENCONTRADO
 */
export async function extendOpen(db: Db, identity: Identity, id: number): Promise<Extended> {
  return db.transaction(async (tx) => {
    const exam = await findExam(tx, identity, id)
    if (!isExam(exam)) throw fail('NO_ENCONTRADO')
    const [{ ahora = '' } = {}] = await query<{ ahora: string }>(tx, sql`SELECT now() AS ahora`)
    await tx.execute(sql`SELECT d.id FROM detalle_evaluacion d WHERE d.id_evaluacion = ${id}
      AND EXISTS (SELECT FROM intentos_evaluacion a WHERE a.id_detalle = d.id AND a.estado = 'abierto')
      ORDER BY d.id FOR UPDATE`)
    const gained = await extendOpenAttempts(tx, sql`d.id_evaluacion = ${id}`)
    if (gained.length === 0) return { intentos: 0 }
    await audit(tx, 'gestion', {
      objeto: `evaluacion:${id}`,
      detalle: { campos: ['plazo'], intentos: gained.length },
    })
    await notify(tx, {
      evento: 'calificacion',
      tipo: 'Otro',
      mensaje: 'Tienes más tiempo\nTambién para el intento que está abierto.',
      asunto: exam.nombre,
      ruta: await pathOf(tx, id),
      clave: `plazo:${id}:${ahora}`,
      usuarios: gained.map(({ id_alumno }) => id_alumno),
    })
    return { intentos: gained.length }
  })
}
