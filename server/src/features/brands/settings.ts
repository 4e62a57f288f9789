import type { BRAND_PICTURES, BrandSettings, SettingsBody } from '@campus/contract/settings'
import { and, eq, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { storePicture } from '../../kit/pictures/pictures.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { Identity } from '../../platform/http/http.ts'
import { clientes } from './brands.tables.ts'

type Row = typeof clientes.$inferSelect

function settingsOf({ firma_nombre, firma_cargo, portada: _, estado: __, ...row }: Row): BrandSettings {
  return { ...row, firma: firma_nombre && firma_cargo ? { nombre: firma_nombre, cargo: firma_cargo } : null }
}

/** @throws NO_ENCONTRADO */
export async function findSettings(db: Db, identity: Identity): Promise<BrandSettings> {
  const [row] = await db.select().from(clientes).where(eq(clientes.id, identity.id_cliente))
  if (!row) throw fail('NO_ENCONTRADO')
  return settingsOf(row)
}

/** The names of what differs; the audit log stores no values. */
const changed = (before: BrandSettings, body: SettingsBody): string[] =>
  (Object.keys(body) as (keyof SettingsBody)[]).filter(
    (name) => name !== 'version' && JSON.stringify(before[name]) !== JSON.stringify(body[name]),
  )

/** Colours need no check: the theme makes them readable. @throws NO_ENCONTRADO, CAMBIO_MIENTRAS */
export async function saveSettings(db: Db, identity: Identity, body: SettingsBody): Promise<BrandSettings> {
  const { version, firma, ...fields } = body
  const id = identity.id_cliente
  return db.transaction(async (tx) => {
    const before = await findSettings(tx, identity)
    const [row] = await tx
      .update(clientes)
      .set({
        ...fields,
        ...(fields.oferta && { oferta_elegida: true }),
        firma_nombre: firma?.nombre ?? null,
        firma_cargo: firma?.cargo ?? null,
        version: sql`${clientes.version} + 1`,
      })
      .where(and(eq(clientes.id, id), eq(clientes.version, version)))
      .returning()
    if (!row) {
      const datos = await findSettings(tx, identity)
      const edit = await lastEdit(tx, `cliente:${id}`)
      throw fail('CAMBIO_MIENTRAS', { actual: { datos, version: datos.version, ...edit } })
    }
    await audit(tx, 'gestion', { objeto: `cliente:${id}`, detalle: { campos: changed(before, body) } })
    return settingsOf(row)
  })
}

const COLUMNS = { logo: 'logo', isotipo: 'isotipo', firma: 'firma_imagen' } as const

/** @throws IMAGEN_INVALIDA */
export async function savePicture(
  db: Db,
  storage: Storage,
  identity: Identity,
  which: (typeof BRAND_PICTURES)[number],
  bytes: Buffer,
): Promise<BrandSettings> {
  const id = identity.id_cliente
  const address = `/api/storage/${await storePicture(storage, bytes)}`
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(clientes)
      .set({ [COLUMNS[which]]: address, version: sql`${clientes.version} + 1` })
      .where(eq(clientes.id, id))
      .returning()
    if (!row) throw fail('NO_ENCONTRADO')
    await audit(tx, 'gestion', { objeto: `cliente:${id}`, detalle: { campos: [COLUMNS[which]] } })
    return settingsOf(row)
  })
}
