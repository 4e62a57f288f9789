import type {
  Connection,
  Connections,
  MailBody,
  MercadoPagoBody,
  RemoveConnectionBody,
} from '@campus/contract/connections'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { and, eq, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { brandedLetter } from '../../kit/mail-layout/mail-layout.ts'
import { conexion_estados, conexiones } from '../../platform/connections/connections.tables.ts'
import {
  type MailAccount,
  type MailData,
  type MercadoPagoData,
  mailAccountOf,
  markOf,
  writeHeard,
} from '../../platform/connections/connections.ts'
import { makeKey, seal } from '../../platform/connections/key-file.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { mailProblem, sendTrial } from '../../platform/mail.ts'
import { checkCurrentPassword } from '../accounts/accounts.ts'
import { brandOfMail } from '../brands/brands.ts'
import { findConnections, ownMail, type Shop } from './connections.ts'

const TRIALS = limit('probar_conexion_usuario', 30, 60 * 60)

const objectOf = (cual: Connection) => `conexion:${cual}`

/** Before anything is tried. @throws CONEXION_FIJADA, FALTA_LLAVE */
async function requireWritable({ connections }: Deps, cual: Connection) {
  const inForce = cual === 'mercadopago' ? await connections.mercadoPago() : await connections.mail()
  if (inForce.source === 'instalacion') throw fail('CONEXION_FIJADA')
  const stored = { mercadopago: await connections.stored.mercadopago(), correo: await connections.stored.correo() }
  if (Object.values(stored).some(({ source }) => source === 'ilegible')) throw fail('FALTA_LLAVE')
  return stored
}

/** @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
async function confirm({ db }: Deps, { id }: Identity, password: string): Promise<void> {
  await throttle(db, TRIALS, String(id))
  await checkCurrentPassword(db, id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
}

async function conflict(deps: Deps, identity: Identity, cual: Connection) {
  const datos = await findConnections(deps, identity)
  return fail('CAMBIO_MIENTRAS', {
    actual: { datos, version: datos[cual].version, ...(await lastEdit(deps.db, objectOf(cual))) },
  })
}

type New = {
  datos: MailData | MercadoPagoData
  secret: string
  version: number
  /** The mark of before, where notices that were signed under it still prove the secret. */
  proved?: string | undefined
  /** Also in the transaction. */
  and?: (tx: Db) => Promise<void>
}

/** Keeps what was tried a moment ago. @throws CAMBIO_MIENTRAS, FALTA_LLAVE */
async function keep(deps: Deps, identity: Identity, cual: Connection, kept: New): Promise<Connections> {
  const { datos, secret, version, proved = '' } = kept
  const key = await makeKey(deps.config.keyFile)
  const cifrado = seal(key, cual, secret)
  const values = { datos, cifrado, llave: key.id }
  const saved = await deps.db.transaction(async (tx) => {
    const rows =
      version === 0
        ? await tx
            .insert(conexiones)
            .values({ cual, ...values })
            .onConflictDoNothing()
            .returning()
        : await tx
            .update(conexiones)
            .set({ ...values, version: sql`${conexiones.version} + 1`, cambiada_en: sql`now()` })
            .where(and(eq(conexiones.cual, cual), eq(conexiones.version, version)))
            .returning()
    if (rows.length === 0) return false
    const state = { marca: markOf(cifrado), exito_en: sql`now()` }
    const firmado_en = sql`CASE WHEN ${conexion_estados.marca} = ${proved} THEN ${conexion_estados.firmado_en} END`
    await tx
      .insert(conexion_estados)
      .values({ cual, ...state })
      .onConflictDoUpdate({
        target: conexion_estados.cual,
        set: { ...state, firmado_en, mal_firmado_en: null, fallo_en: null, fallo: null },
      })
    await kept.and?.(tx)
    await audit(tx, 'gestion', { objeto: objectOf(cual), detalle: { hecho: version === 0 ? 'conectada' : 'cambiada' } })
    return true
  })
  if (!saved) throw await conflict(deps, identity, cual)
  return findConnections(deps, identity)
}

/**
 * Tries the keys at MercadoPago, then keeps them.
 * @throws DATOS_INVALIDOS under the field, CONEXION_FIJADA, FALTA_LLAVE, CAMBIO_MIENTRAS, DEMASIADOS_INTENTOS
 */
export async function saveMercadoPago(
  deps: Deps,
  { tryKeys, forgetPreferences }: Shop,
  identity: Identity,
  body: MercadoPagoBody,
): Promise<Connections> {
  const { version, otra_cuenta } = body
  const { mercadopago: before } = await requireWritable(deps, 'mercadopago')
  const accessToken = body.access_token ?? before.account?.accessToken
  const webhookSecret = body.webhook_secret ?? before.account?.webhookSecret
  if (!accessToken) throw invalid('access_token', 'Pega el Access Token.')
  if (!webhookSecret) throw invalid('webhook_secret', 'Pega la clave secreta de los avisos.')
  await confirm(deps, identity, body.password)
  const tried = await tryKeys({ accessToken, webhookSecret, apiUrl: deps.config.mercadoPagoApi })
  if ('problema' in tried) throw invalid('access_token', tried.problema)
  const { cuenta } = tried
  const known = before.row && (before.row.datos as MercadoPagoData).cuenta
  const other = known !== null && known.id !== cuenta.id
  if (other && !otra_cuenta)
    throw invalid('otra_cuenta', `Estas claves son de ${cuenta.nombre}; hasta ahora se cobra en ${known.nombre}.`)
  return keep(deps, identity, 'mercadopago', {
    ...{ datos: { cuenta }, secret: JSON.stringify({ accessToken, webhookSecret }), version },
    ...(before.account?.webhookSecret === webhookSecret && { proved: before.mark }),
    ...(other && { and: forgetPreferences }),
  })
}

/** A mail to the caller. @throws what `mailProblem` words */
async function tryServer({ db, config }: Deps, identity: Identity, account: MailAccount): Promise<void> {
  const brand = await brandOfMail(db, identity.id_cliente, config.publicUrl)
  const letter = await brandedLetter({
    brand,
    to: await ownMail(db, identity),
    subject: `Correo de prueba de ${brand.nombre}`,
    lines: ['Si lees esto, los correos del campus salen bien por el servidor que acabas de probar.'],
    button: { label: 'Volver a los ajustes', url: brand.link('/gestion/cobros-y-correo') },
  })
  await sendTrial(account, letter)
}

const passwordIn = ({ server }: MailAccount): string => ('auth' in server ? (server.auth?.pass ?? '') : '')

/** The password of before, for the same person at the same server. @throws DATOS_INVALIDOS */
function passwordOf({ clave, servidor, usuario }: MailBody, before: { datos: MailData; pass: string } | null): string {
  if (usuario === '') return ''
  if (clave) return clave
  if (!before) throw invalid('clave', 'Escribe la clave del correo.')
  if (before.datos.servidor !== servidor || before.datos.usuario !== usuario)
    throw invalid('clave', 'Escribe otra vez la clave: cambió el servidor o el usuario.')
  return before.pass
}

/**
 * Sends a mail to the caller through the server, then keeps it.
 * @throws DATOS_INVALIDOS under the field, CONEXION_FIJADA, FALTA_LLAVE, CAMBIO_MIENTRAS, DEMASIADOS_INTENTOS
 */
export async function saveMail(deps: Deps, identity: Identity, body: MailBody): Promise<Connections> {
  const { servidor, puerto, usuario, remitente, version, password } = body
  const { correo: before } = await requireWritable(deps, 'correo')
  const known = before.account && { datos: before.row?.datos as MailData, pass: passwordIn(before.account) }
  const secret = passwordOf(body, known)
  await confirm(deps, identity, password)
  const datos = { servidor, puerto, usuario, remitente }
  await tryServer(deps, identity, mailAccountOf(datos, secret)).catch((error) => {
    const { campo, texto } = mailProblem(error)
    throw invalid(campo, texto)
  })
  return keep(deps, identity, 'correo', { datos, secret, version })
}

/** @throws DATOS_INVALIDOS, CAMBIO_MIENTRAS, DEMASIADOS_INTENTOS */
export async function removeConnection(
  deps: Deps,
  { forgetPreferences }: Shop,
  identity: Identity,
  cual: Connection,
  { version, password }: RemoveConnectionBody,
): Promise<Connections> {
  await confirm(deps, identity, password)
  const removed = await deps.db.transaction(async (tx) => {
    const rows = await tx
      .delete(conexiones)
      .where(and(eq(conexiones.cual, cual), eq(conexiones.version, version)))
      .returning()
    if (rows.length === 0) return false
    await tx
      .delete(conexion_estados)
      .where(and(eq(conexion_estados.cual, cual), sql`${conexion_estados.marca} NOT LIKE 'entorno %'`))
    if (cual === 'mercadopago' && !deps.config.mercadoPago) await forgetPreferences(tx)
    await audit(tx, 'gestion', { objeto: objectOf(cual), detalle: { hecho: 'quitada' } })
    return true
  })
  if (!removed) throw await conflict(deps, identity, cual)
  return findConnections(deps, identity)
}

type Tried = { mark: string; problema: string | null }

async function tryGateway({ connections }: Deps, { tryKeys }: Shop): Promise<Tried | null> {
  const { source, account, mark } = await connections.mercadoPago()
  if (source === 'ilegible') throw fail('FALTA_LLAVE')
  const tried = account && (await tryKeys(account))
  return tried && { mark, problema: 'problema' in tried ? tried.problema : null }
}

async function tryMail(deps: Deps, identity: Identity): Promise<Tried | null> {
  const { source, account, mark } = await deps.connections.mail()
  if (source === 'ilegible') throw fail('FALTA_LLAVE')
  if (!account) return null
  const sent = tryServer(deps, identity, account).then(() => null)
  return { mark, problema: await sent.catch((error) => mailProblem(error).texto) }
}

/** What is in force, once more. @throws DATOS_INVALIDOS under `cual`, NO_ENCONTRADO, FALTA_LLAVE, DEMASIADOS_INTENTOS */
export async function tryConnection(
  deps: Deps,
  shop: Shop,
  identity: Identity,
  cual: Connection,
): Promise<Connections> {
  await throttle(deps.db, TRIALS, String(identity.id))
  const tried = cual === 'mercadopago' ? await tryGateway(deps, shop) : await tryMail(deps, identity)
  if (!tried) throw fail('NO_ENCONTRADO')
  const { mark, problema } = tried
  await writeHeard(deps.db, cual, mark, problema === null ? { exito: true } : { fallo: problema })
  if (problema !== null) throw invalid('cual', problema)
  return findConnections(deps, identity)
}
