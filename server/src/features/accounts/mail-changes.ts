import { CHANGE_MAIL_HOURS } from '@campus/contract/rules'
import {
  type ChangedMail,
  type ChangeMailBody,
  mailTakenText,
  NOT_PENDING_TEXT,
  SAME_MAIL_TEXT,
  UNSENT_LINK_TEXT,
} from '@campus/contract/student-account'
import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { audit, excerptOf } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail, hasCode, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle, throttleAll } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios, verificaciones_correo } from './accounts.tables.ts'
import { findStudentAccount, sendInvitation } from './accounts.ts'
import { lockActive } from './invitations.ts'
import { endAccess, endPasswordLinks } from './roles.ts'
import { newToken } from './sessions.ts'

const CHANGES = limit('cambiar_correo_usuario', 30, 60 * 60)
/** Each may mail a stranger. */
const CHANGES_OF_PERSON = limit('cambiar_correo_persona', 5, 24 * 60 * 60)
/** Each tells that a mail has an account. */
const REFUSED_MAILS = limit('correos_ajenos_usuario', 30, 60 * 60)

/** PostgreSQL's code of a value that is taken. */
export const TAKEN = '23505'

/** To the new address, with the link. */
export const CHANGE_MAIL = 'correo-cambio'
export type ChangeMail = { id: number; correo: string }

/** To the old address, which the account may have no longer. */
export const OLD_MAIL = 'correo-cambio-aviso'
export type OldMail = { id: number; correo: string; hecho: 'pedido' | 'confirmado' }

const pendingOf = (id: number) => and(eq(verificaciones_correo.id_usuario, id), isNotNull(verificaciones_correo.correo))
const isLive = gt(verificaciones_correo.expira_en, sql`now()`)
const expira_en = sql`now() + make_interval(hours => ${CHANGE_MAIL_HOURS})`

function sendChange(tx: Db, jobs: Jobs, { id_cliente: marca }: Identity, mail: ChangeMail): Promise<void> {
  const correo = { marca, usuario: mail.id, asunto: 'Confirmación del correo nuevo' }
  return jobs.send(tx, CHANGE_MAIL, mailJob(mail, correo))
}

function tellOld(tx: Db, jobs: Jobs, marca: number, mail: OldMail): Promise<void> {
  const asunto = mail.hecho === 'pedido' ? 'Cambio de correo pedido' : 'Cambio de correo confirmado'
  return jobs.send(tx, OLD_MAIL, mailJob(mail, { marca, usuario: mail.id, asunto }))
}

/** Counts it: each tells of an account. @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS instead */
async function refuseTaken(db: Db, identity: Identity, id: number, owner?: string): Promise<never> {
  const detalle = { hecho: 'correos rechazados', rechazados: 1 }
  await audit(db, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
  await throttle(db, REFUSED_MAILS, String(identity.id))
  throw invalid('correo', mailTakenText(owner))
}

/** Names the owner to staff of the same academy alone. @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
async function checkFree(db: Db, identity: Identity, id: number, correo: string): Promise<void> {
  const [owner] = await db
    .select({ nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}`, marca: usuarios.id_cliente })
    .from(usuarios)
    .where(and(eq(sql`lower(${usuarios.correo})`, correo), ne(usuarios.id, id)))
  if (owner) await refuseTaken(db, identity, id, owner.marca === identity.id_cliente ? owner.nombre : undefined)
}

/** The link is made when its mail is sent: no job holds one. */
async function askFor(tx: Db, jobs: Jobs, identity: Identity, id: number, mails: { old: string; correo: string }) {
  await tx.delete(verificaciones_correo).where(pendingOf(id))
  const { hash } = newToken()
  await tx.insert(verificaciones_correo).values({ hash, id_usuario: id, correo: mails.correo, expira_en })
  await sendChange(tx, jobs, identity, { id, correo: mails.correo })
  await tellOld(tx, jobs, identity.id_cliente, { id, correo: mails.old, hecho: 'pedido' })
}

/** No one had proved the old mail: the invitation proves the new one. */
async function replace(tx: Db, jobs: Jobs, { id_cliente }: Identity, id: number, correo: string): Promise<void> {
  await tx.update(usuarios).set({ correo, correo_verificado_en: null }).where(eq(usuarios.id, id))
  await endAccess(tx, [id])
  await sendInvitation(tx, jobs, id, id_cliente, 'campus')
}

type Changing = { id: number; body: ChangeMailBody; mailsGoOut: boolean }

/**
 * Gives a student another mail: at once where no one proved the one before, otherwise when its link is used
 * (docs/product/staff.md 14.6).
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS under `correo`, DEMASIADOS_INTENTOS
 */
export async function changeMail(db: Db, jobs: Jobs, identity: Identity, { id, body, mailsGoOut }: Changing) {
  await findStudentAccount(db, identity, id)
  await throttleAll(db, [
    [CHANGES, String(identity.id)],
    [CHANGES_OF_PERSON, String(id)],
  ])
  const correo = body.correo.toLowerCase()
  await checkFree(db, identity, id, correo)
  const changed = db.transaction(async (tx): Promise<ChangedMail> => {
    const { correo: old, clave_propia } = await findStudentAccount(tx, identity, id, 'no key update')
    if (old.toLowerCase() === correo) throw invalid('correo', SAME_MAIL_TEXT)
    if (clave_propia && !mailsGoOut) throw invalid('correo', UNSENT_LINK_TEXT)
    if (clave_propia) await askFor(tx, jobs, identity, id, { old, correo })
    else await replace(tx, jobs, identity, id, correo)
    const hecho = clave_propia ? 'cambio de correo pedido' : 'correo cambiado'
    const detalle = { hecho, campos: ['correo'], motivo: excerptOf(body.motivo) }
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
    return { estado: clave_propia ? 'pendiente' : 'cambiado', correo }
  })
  return changed.catch((error) => {
    // Given to another account a moment ago.
    if (hasCode(error, TAKEN)) return refuseTaken(db, identity, id)
    throw error
  })
}

/** Sends the link of a pending change again; the one before ends. @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS */
export async function resendChange(db: Db, jobs: Jobs, identity: Identity, id: number): Promise<void> {
  await findStudentAccount(db, identity, id)
  await throttleAll(db, [
    [CHANGES, String(identity.id)],
    [CHANGES_OF_PERSON, String(id)],
  ])
  await db.transaction(async (tx) => {
    await findStudentAccount(tx, identity, id, 'no key update')
    const [pending] = await tx
      .select({ correo: verificaciones_correo.correo })
      .from(verificaciones_correo)
      .where(and(pendingOf(id), isLive))
    if (!pending?.correo) throw fail('NO_ENCONTRADO', { message: NOT_PENDING_TEXT })
    await sendChange(tx, jobs, identity, { id, correo: pending.correo })
    const detalle = { hecho: 'cambio de correo reenviado' }
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
  })
}

/** @throws NO_ENCONTRADO, also when it was confirmed meanwhile */
export async function cancelChange(db: Db, identity: Identity, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await findStudentAccount(tx, identity, id, 'no key update')
    const ended = await tx
      .delete(verificaciones_correo)
      .where(and(pendingOf(id), isLive))
      .returning({ correo: verificaciones_correo.correo })
    if (ended.length === 0) throw fail('NO_ENCONTRADO', { message: NOT_PENDING_TEXT })
    const detalle = { hecho: 'cambio de correo cancelado' }
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
  })
}

/** For its mail; null when it is no longer pending. The link of an earlier mail ends. */
export async function createChangeLink(db: Db, { id, correo }: ChangeMail) {
  return db.transaction(async (tx) => {
    const person = await lockActive(tx, id)
    if (!person) return null
    const { token, hash } = newToken()
    const renewed = await tx
      .update(verificaciones_correo)
      .set({ hash, expira_en })
      .where(and(eq(verificaciones_correo.id_usuario, id), eq(verificaciones_correo.correo, correo), isLive))
      .returning({ correo: verificaciones_correo.correo })
    return renewed.length > 0 ? { person, token } : null
  })
}

type Account = NonNullable<Awaited<ReturnType<typeof lockActive>>>

/** The caller holds the account and has used up the link. Sessions stay; links that were given out before end. */
export async function confirmChange(tx: Db, jobs: Jobs, { id, id_cliente, correo: old }: Account, correo: string) {
  await tx.update(usuarios).set({ correo, correo_verificado_en: sql`now()` }).where(eq(usuarios.id, id))
  await endPasswordLinks(tx, [id])
  await tx.delete(verificaciones_correo).where(eq(verificaciones_correo.id_usuario, id))
  await tellOld(tx, jobs, id_cliente, { id, correo: old, hecho: 'confirmado' })
}
