import {
  type ExtrasGroups,
  type GroupExtrasBody,
  MAX_EXTRA_ATTEMPTS,
  MAX_EXTRA_MINUTES,
} from '@campus/contract/grading'
import type { Job, JobRow } from '@campus/contract/jobs'
import { isExam } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Apply, jobOf, type RunningJob, startJob } from '../../kit/batches/batches.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid, invalidFields } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { notifyEach } from '../notifications/notifications.ts'
import { findExam } from './exams.staff.ts'
import { extendOpenAttempts, pathOf } from './extras.ts'
import { type Gain, gainOf, gainText, reachOf } from './gains.ts'

type Group = Exclude<GroupExtrasBody['quienes'], 'lista'>

/** Of enrolment `matriculas` and detail `d`, which may be missing. */
const GROUPS: Record<Group, SQL> = {
  desaprobados: sql`(SELECT coalesce(bool_and(i.estado = 'calificado' AND NOT i.aprobado), false)
    FROM intentos_evaluacion i WHERE i.id_detalle = d.id)`,
  sin_empezar: sql`coalesce(d.intentos, 0) = 0`,
  todos: sql`true`,
}

const studentsOf = (
  id: number,
): SQL => sql`evaluaciones e JOIN matriculas ON matriculas.id_curso = e.id_curso AND ${LIVE_ENROLMENT}
  LEFT JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = matriculas.id_usuario WHERE e.id = ${id}`

async function requireExam(db: Db, identity: Identity, id: number) {
  const exam = await findExam(db, identity, id)
  if (!isExam(exam)) throw fail('NO_ENCONTRADO')
  return exam
}

/** How many students extras can be given to, by group. @throws NO_ENCONTRADO, also for a survey */
export async function extrasGroups(db: Db, identity: Identity, id: number): Promise<ExtrasGroups> {
  await requireExam(db, identity, id)
  const [sizes] = await query<ExtrasGroups>(
    db,
    sql`SELECT count(*) FILTER (WHERE ${GROUPS.desaprobados})::int AS desaprobados,
      count(*) FILTER (WHERE ${GROUPS.sin_empezar})::int AS sin_empezar, count(*)::int AS todos FROM ${studentsOf(id)}`,
  )
  return sizes ?? { desaprobados: 0, sin_empezar: 0, todos: 0 }
}

/** @throws DATOS_INVALIDOS under `correos.<position>` for each that is not of a student of the course */
async function listedStudents(db: Db, id: number, correos: string[]): Promise<number[]> {
  const found = await query<{ lugar: number; id: number | null }>(
    db,
    sql`SELECT (l.lugar - 1)::int AS lugar, (SELECT matriculas.id_usuario FROM ${studentsOf(id)} AND matriculas.id_usuario = u.id) AS id
      FROM unnest(${sql.param(correos)}::text[]) WITH ORDINALITY AS l (correo, lugar)
      LEFT JOIN usuarios u ON u.correo = l.correo ORDER BY l.lugar`,
  )
  const unknown = found.filter((one) => one.id === null)
  if (unknown.length > 0)
    throw invalidFields(
      Object.fromEntries(unknown.map(({ lugar }) => [`correos.${lugar}`, ['No está matriculado en el curso.']])),
    )
  return [...new Set(found.flatMap((one) => one.id ?? []))]
}

async function chosenStudents(db: Db, id: number, { quienes, correos }: GroupExtrasBody): Promise<number[]> {
  if (quienes === 'lista') return listedStudents(db, id, correos)
  const found = await query<{ id: number }>(
    db,
    sql`SELECT matriculas.id_usuario AS id FROM ${studentsOf(id)} AND ${GROUPS[quienes]} ORDER BY 1`,
  )
  if (found.length === 0) throw invalid('quienes', 'Ahora no hay ningún alumno así.')
  return found.map((one) => one.id)
}

type Exam = Awaited<ReturnType<typeof requireExam>>

/** Refuses what would be announced and change nothing. */
function requireEffect({ duracion, fecha_cierre }: Exam, { minutos, cierre }: GroupExtrasBody): void {
  if (minutos > 0 && duracion === null) throw invalid('minutos', 'Este examen no tiene límite de tiempo.')
  if (!cierre) return
  if (!fecha_cierre) throw invalid('cierre', 'Este examen no tiene fecha de cierre.')
  if (Date.parse(cierre) <= Date.parse(fecha_cierre))
    throw invalid('cierre', 'Elige una fecha posterior al cierre del examen.')
}

type Given = Pick<GroupExtrasBody, 'intentos' | 'minutos' | 'abiertos'> & { cierre: string | null }
type Parameters = Given & { id_evaluacion: number }

function titleOf({ intentos, minutos }: Given, exam: string): string {
  const parts = [
    ...(intentos > 0 ? [`${intentos} ${intentos === 1 ? 'intento' : 'intentos'}`] : []),
    ...(minutos > 0 ? [`${minutos} ${minutos === 1 ? 'minuto' : 'minutos'}`] : []),
  ]
  return `Dar ${parts.length > 0 ? `${parts.join(' y ')} más` : 'más plazo'} en ${quoted(exam)}`
}

/**
 * Starts the job that gives several students more attempts, minutes or time to begin.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS
 */
export async function giveGroupExtras(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  id: number,
  body: GroupExtrasBody,
): Promise<Job> {
  const exam = await requireExam(db, identity, id)
  requireEffect(exam, body)
  const { intentos, minutos, cierre = null, abiertos, quienes, motivo, envio } = body
  const gain = { intentos, minutos, cierre, abiertos }
  await db.transaction(async (tx) => {
    const students = await chosenStudents(tx, id, body)
    const made = await startJob(tx, jobs, identity, {
      tipo: 'extras',
      titulo: titleOf(gain, exam.nombre),
      parametros: { id_evaluacion: id, ...gain } satisfies Parameters,
      envio,
      filas: sql`SELECT to_jsonb(elegidos.id) AS datos FROM unnest(${sql.param(students)}::bigint[]) AS elegidos (id)`,
    })
    if (made === null) return
    await audit(tx, 'gestion', {
      objeto: `evaluacion:${id}`,
      detalle: { campos: ['extras'], quienes, alumnos: students.length, ...gain, motivo, trabajo: made },
    })
  })
  return jobOf(db, identity, envio)
}

type Held = { id: number; id_alumno: number; intentos: number; minutos: number; cierre: string | null; version: number }

/** The details of those who are still enrolled, locked; made where a student never opened the exam. */
async function lockDetails(tx: Db, exam: number, students: number[]): Promise<Held[]> {
  const ids = sql.param(students)
  await tx.execute(sql`INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno)
    SELECT e.id, matriculas.id_usuario FROM ${studentsOf(exam)} AND d.id IS NULL AND matriculas.id_usuario = ANY (${ids}::bigint[])
    ORDER BY 2 ON CONFLICT DO NOTHING`)
  return query<Held>(
    tx,
    sql`SELECT d.id, d.id_alumno, d.intentos_extra AS intentos, d.minutos_extra AS minutos, d.cierre_extra AS cierre, d.version
      FROM detalle_evaluacion d WHERE d.id IN (
        SELECT d.id FROM ${studentsOf(exam)} AND matriculas.id_usuario = ANY (${ids}::bigint[])) ORDER BY d.id FOR UPDATE`,
  )
}

const addTo = (tx: Db, details: Held[], { intentos, minutos, cierre }: Given): Promise<Held[]> =>
  query<Held>(
    tx,
    sql`UPDATE detalle_evaluacion SET intentos_extra = intentos_extra + ${intentos}, minutos_extra = minutos_extra + ${minutos},
        cierre_extra = greatest(cierre_extra, ${cierre}::timestamptz), version = version + 1
      WHERE id = ANY (${sql.param(details.map(({ id }) => id))}::bigint[])
      RETURNING id, id_alumno, intentos_extra AS intentos, minutos_extra AS minutos, cierre_extra AS cierre, version`,
  )

async function namesOf(tx: Db, students: number[]): Promise<Map<number, string>> {
  const people = await query<{ id: number; nombre: string }>(
    tx,
    sql`SELECT id, nombres || ' ' || apellidos AS nombre FROM usuarios WHERE id = ANY (${sql.param(students)}::bigint[])`,
  )
  return new Map(people.map(({ id, nombre }) => [id, nombre]))
}

/** Why a student cannot be given it; null when they can. */
function obstacleOf(held: Held | undefined, { intentos, minutos }: Given): string | null {
  if (!held) return 'ya no está en el curso'
  if (held.intentos + intentos > MAX_EXTRA_ATTEMPTS)
    return `ya tiene ${held.intentos} intentos de más y el límite es ${MAX_EXTRA_ATTEMPTS}`
  if (held.minutos + minutos > MAX_EXTRA_MINUTES)
    return `ya tiene ${held.minutos} minutos de más y el límite es ${MAX_EXTRA_MINUTES}`
  return null
}

type Change = { before: Held; now: Held; gain: Gain }

const auditEach = (tx: Db, { id, pedido_por, id_cliente }: RunningJob, exam: number, changes: Change[]) =>
  audit(
    tx,
    'gestion',
    ...changes.map(({ before, now }) => ({
      sobre: now.id_alumno,
      objeto: `evaluacion:${exam}`,
      id_usuario: pedido_por,
      id_cliente,
      detalle: {
        campos: ['extras'],
        intentos: now.intentos,
        minutos: now.minutos,
        cierre: now.cierre,
        antes: JSON.stringify({ intentos: before.intentos, minutos: before.minutos, cierre: before.cierre }),
        trabajo: id,
      },
    })),
  )

async function notifyStudents(tx: Db, exam: number, changes: Change[]): Promise<void> {
  const [{ nombre = '' } = {}] = await query<{ nombre: string }>(
    tx,
    sql`SELECT nombre FROM evaluaciones WHERE id = ${exam}`,
  )
  const ruta = await pathOf(tx, exam)
  const notices = changes.flatMap(({ now, gain }) => {
    const mensaje = gainText(gain)
    return mensaje
      ? [{ usuario: now.id_alumno, mensaje, asunto: nombre, ruta, clave: `extras:${now.id}:${now.version}` }]
      : []
  })
  await notifyEach(tx, { evento: 'calificacion', tipo: 'Otro' }, notices)
}

export const applyExtras: Apply = async (tx, job, rows) => {
  const { id_evaluacion, ...gain } = job.parametros as Parameters
  const students = rows.map(({ datos }) => Number(datos))
  const held = new Map((await lockDetails(tx, id_evaluacion, students)).map((detail) => [detail.id_alumno, detail]))
  const names = await namesOf(tx, students)
  const errores: JobRow[] = rows.flatMap(({ fila, datos }) => {
    const why = obstacleOf(held.get(Number(datos)), gain)
    return why ? [{ fila, mensaje: `${names.get(Number(datos)) ?? 'Este alumno'} ${why}.` }] : []
  })
  const fit = [...held.values()].filter((detail) => obstacleOf(detail, gain) === null)
  const details = fit.map(({ id }) => id)
  const reach = await reachOf(tx, details)
  const saved = new Map((await addTo(tx, fit, gain)).map((detail) => [detail.id, detail]))
  if (gain.abiertos) await extendOpenAttempts(tx, sql`d.id = ANY (${sql.param(details)}::bigint[])`)
  const reached = await reachOf(tx, details)
  const changes = fit.flatMap((before): Change[] => {
    const [now, was, is] = [saved.get(before.id), reach.get(before.id), reached.get(before.id)]
    return now && was && is ? [{ before, now, gain: gainOf(was, is) }] : []
  })
  await auditEach(tx, job, id_evaluacion, changes)
  await notifyStudents(tx, id_evaluacion, changes)
  return { resultado: { alumnos: changes.length }, errores }
}
