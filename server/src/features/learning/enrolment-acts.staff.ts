import type {
  BoughtCount,
  EnrolmentChange,
  EnrolmentChangeBody,
  EnrolmentNow,
  EnrolmentsChangeBody,
} from '@campus/contract/enrolment-acts'
import type { Job } from '@campus/contract/jobs'
import { scopeOf } from '@campus/contract/permissions'
import { quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { audit, excerptOf, lastEdit } from '../../kit/audit/audit.ts'
import { type Apply, jobOf, startJob } from '../../kit/batches/batches.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { changeEnrolments, type Held, lockEnrolmentsById, lockGroupsOf } from './enrolment-acts.ts'
import { BOUGHT_BY } from './learning.ts'

const CHANGES = limit('cambiar_matricula_usuario', 300, 60 * 60)
const BATCHES = limit('lotes_matriculas_usuario', 30, 60 * 60)

const nowOf = ({ id, situacion, hasta, version, orden, grupo }: Held): EnrolmentNow => {
  return { id, estado: situacion, vence: hasta, version, orden, grupo }
}

/** @throws NO_ENCONTRADO */
async function lockOne(tx: Db, identity: Identity, id: number): Promise<Held> {
  const [held] = await lockEnrolmentsById(tx, identity.id_cliente, [id])
  if (!held) throw fail('NO_ENCONTRADO')
  return held
}

/** The field under which a form says why. */
const FIELDS = { extender: 'hasta', suspender: 'motivo', reabrir: 'accion', grupo: 'id_grupo' } as const

/**
 * Extends, suspends, reopens or moves to another group one enrolment as it was read.
 * @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, GRUPO_LLENO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function changeEnrolment(
  db: Db,
  identity: Identity,
  id: number,
  { version, ...change }: EnrolmentChangeBody,
): Promise<EnrolmentNow> {
  await throttle(db, CHANGES, String(identity.id))
  return db.transaction(async (tx) => {
    const groups = await lockGroupsOf(tx, identity.id_cliente, [id], change)
    const held = await lockOne(tx, identity, id)
    if (held.version !== version)
      throw fail('CAMBIO_MIENTRAS', {
        actual: {
          datos: nowOf(held),
          version: held.version,
          ...(await lastEdit(tx, `curso:${held.id_curso}`, { sobre: held.id_usuario })),
        },
      })
    const { why, full } = (await changeEnrolments(tx, [held], change, groups)).get(id) ?? {}
    if (why && full) throw fail('GRUPO_LLENO', { message: why })
    if (why) throw invalid(FIELDS[change.accion], why)
    return nowOf(await lockOne(tx, identity, id))
  })
}

/** How many of them were bought. @throws NO_ENCONTRADO */
export async function countBought(db: Db, identity: Identity, ids: number[]): Promise<BoughtCount> {
  await requireEnrolments(db, identity, ids)
  const [row] = await query<BoughtCount>(
    db,
    sql`SELECT count(*)::int AS compradas, count(*) FILTER (WHERE matriculas.fecha_vencimiento IS NULL)::int AS sin_ultimo_dia
      FROM matriculas WHERE matriculas.id = ANY (${sql.param(ids)}::bigint[]) AND ${BOUGHT_BY} IS NOT NULL`,
  )
  return row ?? { compradas: 0, sin_ultimo_dia: 0 }
}

async function requireEnrolments(tx: Db, { id_cliente }: Identity, ids: number[]): Promise<void> {
  const found = await query(
    tx,
    sql`SELECT m.id FROM matriculas m JOIN cursos c ON c.id = m.id_curso
      WHERE m.id = ANY (${sql.param(ids)}::bigint[]) AND c.id_cliente = ${id_cliente}`,
  )
  if (found.length < ids.length) throw fail('NO_ENCONTRADO')
}

async function requireGroup(tx: Db, { id_cliente }: Identity, id: number): Promise<{ nombre: string }> {
  const [group] = await query<{ nombre: string }>(
    tx,
    sql`SELECT g.nombre FROM grupos g JOIN cursos c ON c.id = g.id_curso WHERE g.id = ${id} AND c.id_cliente = ${id_cliente}`,
  )
  if (!group) throw fail('NO_ENCONTRADO')
  return group
}

const VERBS = { extender: 'Extender', suspender: 'Suspender', reabrir: 'Reabrir', grupo: 'Cambiar de grupo' } as const

/**
 * Starts the job that changes several enrolments; one that cannot be changed is an error of its row.
 * @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS
 */
export async function startChanges(db: Db, jobs: Jobs, identity: Identity, body: EnrolmentsChangeBody): Promise<Job> {
  const { ids, envio, ...change } = body
  await throttle(db, BATCHES, String(identity.id))
  await db.transaction(async (tx) => {
    await requireEnrolments(tx, identity, ids)
    const trabajo = await startJob(tx, jobs, identity, {
      tipo: 'matriculas',
      titulo: `${VERBS[change.accion]} ${ids.length === 1 ? 'una matrícula' : `${ids.length} matrículas`}`,
      parametros: change satisfies EnrolmentChange,
      envio,
      filas: sql`SELECT to_jsonb(elegidas.id) AS datos FROM unnest(${sql.param(ids)}::bigint[]) AS elegidas (id)`,
    })
    if (trabajo === null) return
    const { accion, dias, hasta, motivo, id_grupo } = change
    const grupo = id_grupo ? (await requireGroup(tx, identity, id_grupo)).nombre : id_grupo
    const until = { ...(dias !== undefined && { dias }), ...(hasta !== undefined && { hasta }) }
    const detalle = {
      hecho: accion,
      matriculas: ids.length,
      ...until,
      ...(grupo !== undefined && { grupo }),
      motivo: excerptOf(motivo),
      trabajo,
    }
    await audit(tx, 'gestion', { objeto: 'matriculas', detalle })
  })
  return jobOf(db, identity, envio)
}

const apply: Apply = async (tx, { id, parametros, pedido_por, id_cliente }, rows) => {
  const ids = rows.map(({ datos }) => Number(datos))
  const change = parametros as EnrolmentChange
  const groups = await lockGroupsOf(tx, id_cliente, ids, change)
  const held = await lockEnrolmentsById(tx, id_cliente, ids)
  const actor = { id_usuario: pedido_por, id_cliente, trabajo: id }
  const outcomes = await changeEnrolments(tx, held, change, groups, actor)
  const errores = rows.flatMap(({ fila, datos }) => {
    const outcome = outcomes.get(Number(datos))
    if (!outcome) return [{ fila, mensaje: 'Ya no está en la academia.' }]
    const { why } = outcome
    return why ? [{ fila, mensaje: `${outcome.held.alumno}, ${quoted(outcome.held.curso)}: ${why}` }] : []
  })
  const done = [...outcomes.values()].filter((outcome) => outcome.done !== null).length
  return { resultado: { matriculas: done }, errores }
}

const mayAsk = async (_: Db, { roles }: Caller) => scopeOf(roles, 'alumnos.gestionar') !== undefined

/** The jobs of enrolments. */
export const ENROLMENT_JOBS = { matriculas: { apply, mayAsk } }
