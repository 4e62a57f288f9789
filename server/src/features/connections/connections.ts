import type { Connection, Connections } from '@campus/contract/connections'
import { eq } from 'drizzle-orm'
import { conexion_estados, conexiones } from '../../platform/connections/connections.tables.ts'
import type { MailData, MercadoPagoAccount, MercadoPagoData } from '../../platform/connections/connections.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'

/** What the shop does with keys; the application hands it over. */
export type Shop = {
  /** The account that they are of, or why they cannot be used. */
  tryKeys: (account: MercadoPagoAccount) => Promise<MercadoPagoData | { problema: string }>
  /** After another account, or none: nothing is paid to the one of before. */
  forgetPreferences: (tx: Db) => Promise<void>
}

type State = typeof conexion_estados.$inferSelect

function heardOf(state: State | undefined) {
  const { exito_en = null, fallo_en = null, fallo = null } = state ?? {}
  return { exito: exito_en, fallo: fallo_en !== null && fallo !== null ? { en: fallo_en, texto: fallo } : null }
}

export async function ownMail(db: Db, { id }: Identity): Promise<string> {
  const [row] = await db.select({ correo: usuarios.correo }).from(usuarios).where(eq(usuarios.id, id))
  return row?.correo ?? ''
}

const NO_SERVER = { servidor: null, puerto: null, usuario: null, remitente: null }

/** What is connected, without its secrets. */
export async function findConnections({ db, config, connections }: Deps, identity: Identity): Promise<Connections> {
  const [mercadopago, correo] = [await connections.mercadoPago(), await connections.mail()]
  const states = await db.select().from(conexion_estados)
  const rows = await db.select().from(conexiones)
  const shown = (
    cual: Connection,
    { source: origen, mark }: { source: Connections['correo']['origen']; mark: string },
  ) => {
    const row = rows.find((one) => one.cual === cual)
    const state = states.find((one) => one.cual === cual && one.marca === mark)
    const datos = origen === 'instalacion' ? undefined : row?.datos
    return { state, datos, shared: { origen, version: row?.version ?? 0, ...heardOf(state) } }
  }
  const [gateway, mail] = [shown('mercadopago', mercadopago), shown('correo', correo)]
  return {
    mercadopago: {
      ...gateway.shared,
      cuenta: (gateway.datos as MercadoPagoData | undefined)?.cuenta ?? null,
      prueba: mercadopago.account?.accessToken.startsWith('TEST-') ?? false,
      aviso: {
        url: `${config.publicUrl}/api/mercadopago/webhook`,
        firmado: gateway.state?.firmado_en ?? null,
        mal_firmado: gateway.state?.mal_firmado_en ?? null,
      },
    },
    correo: { ...mail.shared, ...((mail.datos as MailData | undefined) ?? NO_SERVER) },
    llave: config.keyFile,
    prueba_a: await ownMail(db, identity),
  }
}
