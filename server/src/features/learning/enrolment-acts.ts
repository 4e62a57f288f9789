import type { EnrolmentChange, EnrolmentNow } from '@campus/contract/enrolment-acts'
import { formatLimaDate } from '@campus/contract/formats'
import { shortNumber } from '@campus/contract/order-rules'
import { sql } from 'drizzle-orm'
import { type Act, audit, excerptOf } from '../../kit/audit/audit.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { notifyEach } from '../notifications/notifications.ts'
import { ENROLMENT_STATE, LIMA_TODAY } from './learning.ts'

/** An enrolment, locked; `hasta` is its last day, `orden` the newest paid order that costs something and bought it. */
export type Held = {
  id: number
  id_usuario: number
  id_curso: number
  curso: string
  alumno: string
  estado: 'activa' | 'suspendida'
  por: 'personal' | 'cuotas' | 'pasarela' | null
  hasta: string | null
  situacion: EnrolmentNow['estado']
  version: number
  orden: string | null
  hoy: string
}

const BOUGHT = sql.raw(`(SELECT o.numero FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id
  WHERE o.id_usuario = matriculas.id_usuario AND l.id_curso = matriculas.id_curso AND o.estado = 'pagada'
    AND l.cerrada_en IS NULL AND o.total_centimos > 0 AND l.precio_centimos > 0 ORDER BY o.pagada_en DESC LIMIT 1)`)

/** Those of the brand's open accounts, in the order in which issuing certificates locks them. */
export const lockEnrolmentsById = (tx: Db, brand: number, ids: number[]): Promise<Held[]> =>
  query<Held>(
    tx,
    sql`SELECT matriculas.id, matriculas.id_usuario, matriculas.id_curso, c.nombre AS curso,
        trim(u.nombres || ' ' || u.apellidos) AS alumno, matriculas.estado, matriculas.suspendida_por AS por,
        matriculas.fecha_vencimiento::text AS hasta, ${ENROLMENT_STATE} AS situacion, matriculas.secuencia AS version,
        ${BOUGHT} AS orden, ${LIMA_TODAY}::text AS hoy
      FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso JOIN usuarios u ON u.id = matriculas.id_usuario
      WHERE matriculas.id = ANY (${sql.param(ids)}::bigint[]) AND c.id_cliente = ${brand}
        AND u.tipo_cliente = 'Alumno' AND u.tipo_documento <> 'Eliminado'
      ORDER BY matriculas.id_usuario, matriculas.id_curso FOR NO KEY UPDATE OF matriculas`,
  )

type Done = 'ultimo_dia' | 'suspendida' | 'reabierta'
type Next = { act: Done; estado: 'activa' | 'suspendida'; hasta: string | null }
/** A text is why it cannot be done, null that nothing changes. */
type Decision = Next | string | null

function later(day: string, days: number): string {
  const moved = new Date(`${day}T12:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** What was bought is never shortened. */
function refusedDay({ hasta: before, hoy, orden }: Held, hasta: string | null): string | null {
  if (hasta === null) return null
  if (hasta < hoy) return 'Ese día ya pasó.'
  if (orden !== null && (before === null || hasta < before))
    return `Ya pagó este curso (orden ${shortNumber(orden)}): no lleva último día. Para quitarle el acceso, suspende su matrícula.`
  return null
}

function extended(held: Held, { dias, hasta: asked }: EnrolmentChange): Decision {
  const { estado, hasta: before, hoy } = held
  if (estado === 'suspendida') return 'Está en pausa: reábrela primero.'
  if (dias !== undefined && before === null) return 'No tiene último día: no hay nada que extender.'
  const hasta = dias === undefined ? (asked ?? null) : later(before && before > hoy ? before : hoy, dias)
  if (hasta === before) return null
  return refusedDay(held, hasta) ?? { act: 'ultimo_dia', estado, hasta }
}

/** What was suspended for an instalment becomes the staff's, so that a payment does not open it. */
const suspended = ({ estado, por, hasta }: Held): Decision =>
  estado === 'suspendida' && por !== 'cuotas' ? 'Ya está en pausa.' : { act: 'suspendida', estado: 'suspendida', hasta }

/** With the last day that it had, if that is still ahead. */
const reopened = ({ estado, hasta, hoy }: Held): Decision =>
  estado === 'activa'
    ? 'No está en pausa.'
    : { act: 'reabierta', estado: 'activa', hasta: hasta && hasta >= hoy ? hasta : null }

const DECIDE = { extender: extended, suspender: suspended, reabrir: reopened }

const NOTICES: Record<Done, (next: Next) => string> = {
  ultimo_dia: ({ hasta }) =>
    hasta
      ? `Cambió tu último día\nPuedes entrar hasta el ${formatLimaDate(`${hasta}T12:00:00Z`)}.`
      : 'Tu curso ya no vence\nPuedes entrar cuando quieras.',
  suspendida: () => 'Tu acceso está en pausa\nSi crees que es un error, escríbenos desde Soporte.',
  reabierta: () => 'Tu curso se abrió otra vez\nSigue donde lo dejaste.',
}

type Work = { held: Held; next: Next; version: number }

/** Returns them with their new version. */
async function write(tx: Db, decided: Omit<Work, 'version'>[]): Promise<Work[]> {
  const rows = decided.map(({ held: { id }, next: { estado, hasta } }) => ({ id, estado, hasta }))
  const written = await query<{ id: number; version: number }>(
    tx,
    sql`UPDATE matriculas m SET estado = x.estado, fecha_vencimiento = x.hasta,
        suspendida_por = CASE x.estado WHEN 'suspendida' THEN 'personal' END,
        fecha_matricula = CASE WHEN m.estado = 'suspendida' AND x.estado = 'activa' THEN now() ELSE m.fecha_matricula END
      FROM ${recordset(rows, 'x(id bigint, estado text, hasta date)')} WHERE m.id = x.id
      RETURNING m.id, m.secuencia AS version`,
  )
  const versions = new Map(written.map(({ id, version }) => [id, version]))
  return decided.map((work) => ({ ...work, version: versions.get(work.held.id) ?? work.held.version }))
}

const noticeOf = ({ held, next, version }: Work) => ({
  usuario: held.id_usuario,
  mensaje: NOTICES[next.act](next),
  asunto: held.curso,
  ruta: next.estado === 'activa' ? `/miscursos/${held.id_curso}/modulos` : '/soporte?tema=curso',
  clave: `matricula:${held.id_curso}:${next.act}:${version}`,
})

/** Who acts; a request names its person by itself. */
type Actor = { id_usuario?: number; id_cliente?: number; trabajo?: number }

/** What came of each that was asked for, in no order: done or as it was (null), or why not. */
export type Outcomes = Map<number, { held: Held; why: string | null; done: Work | null }>

/**
 * Extends, suspends or reopens enrolments that the caller has locked, each with its audit line, and tells their students
 * (docs/product/learning.md 1.9 to 1.11).
 */
export async function changeEnrolments(
  tx: Db,
  enrolments: Held[],
  change: EnrolmentChange,
  { trabajo, ...actor }: Actor = {},
): Promise<Outcomes> {
  const decided = enrolments.map((held) => ({ held, decision: DECIDE[change.accion](held, change) }))
  const works = await write(
    tx,
    decided.flatMap(({ held, decision }) =>
      decision && typeof decision === 'object' ? [{ held, next: decision }] : [],
    ),
  )
  const marks: Act['detalle'] = {
    ...(change.motivo && { motivo: excerptOf(change.motivo) }),
    ...(trabajo && { trabajo }),
  }
  const acts = works.map(({ held, next }) => ({
    ...actor,
    sobre: held.id_usuario,
    objeto: `curso:${held.id_curso}`,
    detalle: { hecho: next.act, antes: held.hasta, hasta: next.hasta, ...marks },
  }))
  await audit(tx, 'gestion', ...acts)
  await notifyEach(tx, { evento: 'matricula', tipo: 'Otro' }, works.map(noticeOf))
  const done = new Map(works.map((work) => [work.held.id, work]))
  return new Map(
    decided.map(({ held, decision }) => [
      held.id,
      { held, why: typeof decision === 'string' ? decision : null, done: done.get(held.id) ?? null },
    ]),
  )
}
