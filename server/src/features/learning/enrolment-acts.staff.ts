import type {
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
import { changeEnrolments, type Held, lockEnrolmentsById } from './enrolment-acts.ts'

const CHANGES = limit('cambiar_matricula_usuario', 300, 60 * 60)
const BATCHES = limit('lotes_matriculas_usuario', 30, 60 * 60)

const nowOf = ({ id, situacion, hasta, version, orden }: Held): EnrolmentNow => {
  return { id, estado: situacion, vence: hasta, version, orden }
}

/** @throws NO_ENCONTRADO */
async function lockOne(tx: Db, identity: Identity, id: number): Promise<Held> {
  const [held] = await lockEnrolmentsById(tx, identity.id_cliente, [id])
  if (!held) throw fail('NO_ENCONTRADO')
  return held
}

/** The field under which a form says why. */
const FIELDS = { extender: 'hasta', suspender: 'motivo', reabrir: 'accion' } as const

/**
 * Extends, suspends or reopens one enrolment as it was read.
 * @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function changeEnrolment(
  db: Db,
  identity: Identity,
  id: number,
  { version, ...change }: EnrolmentChangeBody,
): Promise<EnrolmentNow> {
  await throttle(db, CHANGES, String(identity.id))
  return db.transaction(async (tx) => {
    const held = await lockOne(tx, identity, id)
    if (held.version !== version)
      throw fail('CAMBIO_MIENTRAS', {
        actual: {
          datos: nowOf(held),
          version: held.version,
          ...(await lastEdit(tx, `curso:${held.id_curso}`, { sobre: held.id_usuario })),
        },
      })
    const why = (await changeEnrolments(tx, [held], change)).get(id)?.why
    if (why) throw invalid(FIELDS[change.accion], why)
    return nowOf(await lockOne(tx, identity, id))
  })
}

async function requireEnrolments(tx: Db, { id_cliente }: Identity, ids: number[]): Promise<void> {
  const found = await query(
    tx,
    sql`SELECT m.id FROM matriculas m JOIN cursos c ON c.id = m.id_curso
      WHERE m.id = ANY (${sql.param(ids)}::bigint[]) AND c.id_cliente = ${id_cliente}`,
  )
  if (found.length < ids.length) throw fail('NO_ENCONTRADO')
}

const VERBS = { extender: 'Extender', suspender: 'Suspender', reabrir: 'Reabrir' } as const

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
    const { accion, dias, hasta, motivo } = change
    const until = { ...(dias !== undefined && { dias }), ...(hasta !== undefined && { hasta }) }
    const detalle = { hecho: accion, matriculas: ids.length, ...until, motivo: excerptOf(motivo), trabajo }
    await audit(tx, 'gestion', { objeto: 'matriculas', detalle })
  })
  return jobOf(db, identity, envio)
}

const apply: Apply = async (tx, { id, parametros, pedido_por, id_cliente }, rows) => {
  const ids = rows.map(({ datos }) => Number(datos))
  const held = await lockEnrolmentsById(tx, id_cliente, ids)
  const actor = { id_usuario: pedido_por, id_cliente, trabajo: id }
  const outcomes = await changeEnrolments(tx, held, parametros as EnrolmentChange, actor)
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
