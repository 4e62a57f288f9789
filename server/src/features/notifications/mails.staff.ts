import type { FailedJobMail, FailedMail, FailedMailsQuery } from '@campus/contract/notifications'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { type List, type ListPage, listRows } from '../../kit/lists/lists.ts'
import { listFailedMailJobs, retryFailedMailJobs } from '../../kit/mail-jobs/mail-jobs.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { isRefusal, RETRY_MINUTES, requeueMails } from './mails.ts'

/** In one request. */
const MAX_RETRIED = 1000

const MASKED = sql.raw(`regexp_replace(u.correo, '^(.)[^@]*', '\\1•••')`)

const MAILS: List<object> = {
  from: sql.raw('notificaciones n JOIN usuarios u ON u.id = n.id_usuario'),
  id: sql.raw('n.id'),
  columns: sql`n.id, u.nombres || ' ' || u.apellidos AS nombre, ${MASKED} AS correo,
    concat_ws(': ', split_part(n.mensaje, E'\\n', 1), n.asunto) AS asunto, n.fecha_envio AS fecha,
    CASE WHEN n.rechazos > ${RETRY_MINUTES.length} THEN 'rechazado' ELSE 'sin_servidor' END AS causa`,
  sorts: { fecha: { by: sql.raw('n.id'), type: 'bigint' } },
  defaultSort: '-fecha',
  filters: {},
}

const failedOf = ({ id_cliente }: Identity): SQL => sql`n.correo = 'fallido' AND u.id_cliente = ${id_cliente}`

/** Notices of the brand whose mail was given up (docs/product/staff.md 13). */
export const listFailedMails = (
  db: Db,
  identity: Identity,
  asked: z.output<typeof FailedMailsQuery>,
): Promise<ListPage<FailedMail>> => listRows<FailedMail, object>(db, MAILS, asked, failedOf(identity))

const chosen = (identity: Identity, which: SQL) => sql`notificaciones.id IN (SELECT n.id FROM notificaciones n
  JOIN usuarios u ON u.id = n.id_usuario WHERE ${failedOf(identity)} AND ${which} ORDER BY n.id LIMIT ${MAX_RETRIED})`

/** One that is under way again is none of them. @throws NO_ENCONTRADO */
export async function retryMail(db: Db, identity: Identity, id: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [again] = await requeueMails(tx, chosen(identity, sql`n.id = ${id}`))
    if (!again) throw fail('NO_ENCONTRADO')
    const detalle = { hecho: 'correo reintentado' }
    await audit(tx, 'gestion', { sobre: again.usuario, objeto: `notificacion:${id}`, detalle })
    return 1
  })
}

/** The oldest first, {@link MAX_RETRIED} of each kind at a time; returns how many. */
export async function retryMails(db: Db, jobs: Jobs, identity: Identity): Promise<number> {
  return db.transaction(async (tx) => {
    const again = await requeueMails(tx, chosen(identity, sql`true`))
    const correos = again.length + (await retryFailedMailJobs(tx, jobs, identity.id_cliente))
    await audit(tx, 'gestion', { objeto: 'correos', detalle: { hecho: 'correos reintentados', correos } })
    return correos
  })
}

type Addressee = Pick<FailedJobMail, 'nombre' | 'correo'> & { id: number }

const NO_ACCOUNT = { nombre: null, correo: null }

/** Other mails of the brand that were given up: of orders, invitations, accounts, support and complaints. */
export async function listFailedJobMails(db: Db, jobs: Jobs, { id_cliente }: Identity) {
  const { total, mails } = await listFailedMailJobs(db, jobs, id_cliente)
  const ids = mails.flatMap(({ usuario }) => usuario ?? [])
  const people = await query<Addressee>(
    db,
    sql`SELECT u.id, u.nombres || ' ' || u.apellidos AS nombre, ${MASKED} AS correo FROM usuarios u
      WHERE u.id = ANY (${sql.param(ids)}::bigint[]) AND u.id_cliente = ${id_cliente}`,
  )
  const known = new Map(people.map(({ id, ...person }) => [id, person]))
  const correos = mails.map(({ id, usuario, asunto, fecha, error }): FailedJobMail => {
    const causa = isRefusal(error) ? 'rechazado' : 'sin_servidor'
    return { id, ...(known.get(usuario ?? 0) ?? NO_ACCOUNT), asunto, fecha: fecha.toISOString(), causa }
  })
  return { total, correos }
}

/** One that is under way again is none of them. @throws NO_ENCONTRADO */
export async function retryJobMail(db: Db, jobs: Jobs, identity: Identity, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    if ((await retryFailedMailJobs(tx, jobs, identity.id_cliente, id)) === 0) throw fail('NO_ENCONTRADO')
    await audit(tx, 'gestion', { objeto: `correo:${id}`, detalle: { hecho: 'correo reintentado' } })
    return 1
  })
}
