import type { FailedMail, FailedMailsQuery } from '@campus/contract/notifications'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { type List, type ListPage, listRows } from '../lists/lists.ts'
import { RETRY_MINUTES, requeueMails } from './mails.ts'

/** In one request. */
const MAX_RETRIED = 1000

const MAILS: List<object> = {
  from: sql.raw('notificaciones n JOIN usuarios u ON u.id = n.id_usuario'),
  id: sql.raw('n.id'),
  columns: sql`n.id, u.nombres || ' ' || u.apellidos AS nombre, regexp_replace(u.correo, '^(.)[^@]*', '\\1•••') AS correo,
    n.mensaje AS asunto, n.fecha_envio AS fecha,
    CASE WHEN n.rechazos > ${RETRY_MINUTES.length} THEN 'rechazado' ELSE 'sin_servidor' END AS causa`,
  sorts: { fecha: { by: sql.raw('n.id'), type: 'int' } },
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

/** The oldest first, {@link MAX_RETRIED} at a time; returns how many. */
export async function retryMails(db: Db, identity: Identity): Promise<number> {
  return db.transaction(async (tx) => {
    const again = await requeueMails(tx, chosen(identity, sql`true`))
    const detalle = { hecho: 'correos reintentados', correos: again.length }
    await audit(tx, 'gestion', { objeto: 'correos', detalle })
    return again.length
  })
}
