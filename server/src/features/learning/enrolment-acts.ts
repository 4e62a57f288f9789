import type { EnrolmentChange, EnrolmentNow } from '@campus/contract/enrolment-acts'
import { formatLimaDate } from '@campus/contract/formats'
import { shortNumber } from '@campus/contract/order-rules'
import { sql } from 'drizzle-orm'
import { type Act, audit, excerptOf } from '../../kit/audit/audit.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { type LockedGroup, lockGroups, placesIn } from '../groups/groups.ts'
import { notifyEach } from '../notifications/notifications.ts'
import { groupNotice } from './group-places.ts'
import { BOUGHT_BY, ENROLMENT_STATE, LIMA_TODAY } from './learning.ts'

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
  id_grupo: number | null
  grupo: string | null
}

type Groups = Map<number, LockedGroup>

/** The groups in which a change takes places, locked before the enrolments: where they move to, or return to after a refund. */
export async function lockGroupsOf(tx: Db, brand: number, ids: number[], change: EnrolmentChange): Promise<Groups> {
  const left = sql`SELECT DISTINCT m.id_grupo AS id FROM matriculas m
    WHERE m.id = ANY (${sql.param(ids)}::bigint[]) AND m.suspendida_por = 'pasarela' AND m.id_grupo IS NOT NULL`
  const back = change.accion === 'reabrir' ? await query<{ id: number }>(tx, left) : []
  const to = change.accion === 'grupo' && change.id_grupo ? [change.id_grupo] : []
  return lockGroups(tx, brand, [...back.map(({ id }) => id), ...to])
}

/** Those of the brand's open accounts, in the order in which issuing certificates locks them. */
export const lockEnrolmentsById = (tx: Db, brand: number, ids: number[]): Promise<Held[]> =>
  query<Held>(
    tx,
    sql`SELECT matriculas.id, matriculas.id_usuario, matriculas.id_curso, c.nombre AS curso,
        trim(u.nombres || ' ' || u.apellidos) AS alumno, matriculas.estado, matriculas.suspendida_por AS por,
        matriculas.fecha_vencimiento::text AS hasta, ${ENROLMENT_STATE} AS situacion, matriculas.secuencia AS version,
        ${BOUGHT_BY} AS orden, ${LIMA_TODAY}::text AS hoy,
        matriculas.id_grupo, (SELECT g.nombre FROM grupos g WHERE g.id = matriculas.id_grupo) AS grupo
      FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso JOIN usuarios u ON u.id = matriculas.id_usuario
      WHERE matriculas.id = ANY (${sql.param(ids)}::bigint[]) AND c.id_cliente = ${brand}
        AND u.tipo_cliente = 'Alumno' AND u.tipo_documento <> 'Eliminado'
      ORDER BY matriculas.id_usuario, matriculas.id_curso FOR NO KEY UPDATE OF matriculas`,
  )

type Done = 'ultimo_dia' | 'suspendida' | 'reabierta' | 'grupo'
type Next = { act: Done } & Pick<Held, 'estado' | 'por' | 'hasta' | 'id_grupo'>
/** A text is why it cannot be done, `full` the same where a group has no place, null that nothing changes. */
type Decision = Next | { full: string } | string | null
type Take = ReturnType<typeof placesIn>

function refusalOf(decision: Decision): { why: string | null; full: boolean } {
  if (typeof decision === 'string') return { why: decision, full: false }
  return decision && 'full' in decision ? { why: decision.full, full: true } : { why: null, full: false }
}

const nextOf = (act: Done, { estado, por, hasta, id_grupo }: Held, change: Partial<Next>): Next => {
  return { act, estado, por, hasta, id_grupo, ...change }
}

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
  return refusedDay(held, hasta) ?? nextOf('ultimo_dia', held, { hasta })
}

/** What was suspended for an instalment becomes the staff's, so that a payment does not open it. */
const suspended = (held: Held): Decision =>
  held.estado === 'suspendida' && held.por !== 'cuotas'
    ? 'Ya está en pausa.'
    : nextOf('suspendida', held, { estado: 'suspendida', por: 'personal' })

/** With the last day that it had, if that is still ahead, and in its group while there is a place. */
function reopened(held: Held, _: EnrolmentChange, take: Take): Decision {
  const { estado, por, hasta, hoy, id_grupo, id_curso } = held
  if (estado === 'activa') return 'No está en pausa.'
  const refusal = por === 'pasarela' && id_grupo !== null ? take(id_grupo, id_curso) : null
  if (refusal) return `${refusal.text} Cámbiale de grupo antes de reabrirla.`
  return nextOf('reabierta', held, { estado: 'activa', por: null, hasta: hasta && hasta >= hoy ? hasta : null })
}

/** Whose money went back takes no place until it is reopened. */
function moved(held: Held, { id_grupo: asked = null }: EnrolmentChange, take: Take): Decision {
  if (asked === held.id_grupo) return null
  const refusal = asked === null ? null : take(asked, held.id_curso)
  if (refusal) return refusal.full ? { full: refusal.text } : refusal.text
  return nextOf('grupo', held, { id_grupo: asked })
}

const DECIDE = { extender: extended, suspender: suspended, reabrir: reopened, grupo: moved }

type Work = { held: Held; next: Next; version: number; group: LockedGroup | null }

const NOTICES: Record<Done, (work: Work) => string> = {
  ultimo_dia: ({ next: { hasta } }) =>
    hasta
      ? `Cambió tu último día\nPuedes entrar hasta el ${formatLimaDate(`${hasta}T12:00:00Z`)}.`
      : 'Tu curso ya no vence\nPuedes entrar cuando quieras.',
  suspendida: () => 'Tu acceso está en pausa\nSi crees que es un error, escríbenos desde Soporte.',
  reabierta: () => 'Tu curso se abrió otra vez\nSigue donde lo dejaste.',
  grupo: ({ held, group }) => groupNotice(held.grupo, group),
}

/** Returns them with their new version. */
async function write(tx: Db, decided: Omit<Work, 'version'>[]): Promise<Work[]> {
  const rows = decided.map(({ held: { id }, next: { act: _, ...next } }) => ({ id, ...next }))
  const written = await query<{ id: number; version: number }>(
    tx,
    sql`UPDATE matriculas m SET estado = x.estado, fecha_vencimiento = x.hasta, suspendida_por = x.por, id_grupo = x.id_grupo,
        fecha_matricula = CASE WHEN m.estado = 'suspendida' AND x.estado = 'activa' THEN now() ELSE m.fecha_matricula END
      FROM ${recordset(rows, 'x(id bigint, estado text, hasta date, por text, id_grupo bigint)')} WHERE m.id = x.id
      RETURNING m.id, m.secuencia AS version`,
  )
  const versions = new Map(written.map(({ id, version }) => [id, version]))
  return decided.map((work) => ({ ...work, version: versions.get(work.held.id) ?? work.held.version }))
}

const noticeOf = (work: Work) => {
  const { held, next, version } = work
  return {
    usuario: held.id_usuario,
    mensaje: NOTICES[next.act](work),
    asunto: held.curso,
    ruta: next.estado === 'activa' ? `/miscursos/${held.id_curso}/modulos` : '/soporte?tema=curso',
    clave: `matricula:${held.id_curso}:${next.act}:${version}`,
  }
}

/** Who cannot enter learns nothing of a group. */
const isTold = ({ held, next }: Work): boolean =>
  next.act !== 'grupo' || held.situacion === 'vigente' || held.situacion === 'por_vencer'

const detailOf = ({ held, next, group }: Work): Act['detalle'] =>
  next.act === 'grupo'
    ? { hecho: next.act, grupo: group?.nombre ?? null, grupo_antes: held.grupo }
    : { hecho: next.act, antes: held.hasta, hasta: next.hasta }

/** Who acts; a request names its person by itself. */
type Actor = { id_usuario?: number; id_cliente?: number; trabajo?: number }

/** What came of each that was asked for, in no order: done or as it was (null), or why not. */
export type Outcomes = Map<number, { held: Held; why: string | null; full: boolean; done: Work | null }>

/**
 * Extends, suspends, reopens or moves to a group enrolments that the caller has locked, after the groups of
 * {@link lockGroupsOf}; each with its audit line, and tells their students (docs/product/learning.md 1.9 to 1.11).
 */
export async function changeEnrolments(
  tx: Db,
  enrolments: Held[],
  change: EnrolmentChange,
  groups: Groups,
  { trabajo, ...actor }: Actor = {},
): Promise<Outcomes> {
  const take = placesIn(groups)
  const decided = enrolments.map((held) => ({ held, decision: DECIDE[change.accion](held, change, take) }))
  const works = await write(
    tx,
    decided.flatMap(({ held, decision }) =>
      decision && typeof decision === 'object' && 'act' in decision
        ? [{ held, next: decision, group: groups.get(decision.id_grupo ?? 0) ?? null }]
        : [],
    ),
  )
  const marks: Act['detalle'] = {
    ...(change.motivo && { motivo: excerptOf(change.motivo) }),
    ...(trabajo && { trabajo }),
  }
  const acts = works.map((work) => ({
    ...actor,
    sobre: work.held.id_usuario,
    objeto: `curso:${work.held.id_curso}`,
    detalle: { ...detailOf(work), ...marks },
  }))
  await audit(tx, 'gestion', ...acts)
  await notifyEach(tx, { evento: 'matricula', tipo: 'Otro' }, works.filter(isTold).map(noticeOf))
  const done = new Map(works.map((work) => [work.held.id, work]))
  return new Map(
    decided.map(({ held, decision }) => [held.id, { held, ...refusalOf(decision), done: done.get(held.id) ?? null }]),
  )
}
