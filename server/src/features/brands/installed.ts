import { FIRST_LANDING } from '@campus/contract/landing-words'
import type { BrandBody, InstalledBrand, NewBrandBody } from '@campus/contract/settings'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { and, arrayOverlaps, asc, eq, ne, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { checkCurrentPassword, inviteStaff, unknownPassword } from '../accounts/accounts.ts'
import { clientes } from './brands.tables.ts'
import { drawBrandId, lockBrands } from './brands.ts'

/** More than one installation serves. */
const MAX_BRANDS = 200

const columns = {
  id: clientes.id,
  slug: clientes.slug,
  nombre: clientes.nombre,
  color_primario: clientes.color_primario,
  isotipo: clientes.isotipo,
  dominios: clientes.dominios,
  activa: sql<boolean>`${clientes.estado} = 1`,
  version: clientes.version,
}

export const listInstalled = (db: Db): Promise<InstalledBrand[]> =>
  db.select(columns).from(clientes).orderBy(asc(clientes.id)).limit(MAX_BRANDS)

/** @throws DATOS_INVALIDOS under `dominios` */
async function requireFreeDomains(tx: Db, id: number, dominios: string[]): Promise<void> {
  if (dominios.length === 0) return
  const [other] = await tx
    .select({ nombre: clientes.nombre })
    .from(clientes)
    .where(and(ne(clientes.id, id), arrayOverlaps(clientes.dominios, dominios)))
    .limit(1)
  if (other) throw invalid('dominios', `La marca ${other.nombre} ya usa uno de estos dominios.`)
}

/** A brand without courses, and the mail to its first administrator. @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
export async function createBrand(db: Db, jobs: Jobs, identity: Identity, body: NewBrandBody): Promise<InstalledBrand> {
  const { administrador, password, ...brand } = body
  await checkCurrentPassword(db, identity.id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
  const password_hash = await unknownPassword()
  return db.transaction(async (tx) => {
    await lockBrands(tx)
    await requireFreeDomains(tx, 0, brand.dominios)
    const taken = await tx.select({ id: clientes.id }).from(clientes)
    const [row] = await tx
      .insert(clientes)
      .values({ ...brand, id: drawBrandId(taken.map(({ id }) => id)), portada: FIRST_LANDING })
      .onConflictDoNothing({ target: clientes.slug })
      .returning(columns)
    if (!row) throw invalid('slug', 'Ya hay una marca con este nombre corto.')
    const staff = { ...administrador, id_cliente: row.id, roles: ['marca' as const], password_hash }
    const sobre = await inviteStaff(tx, jobs, staff, identity.id)
    await audit(tx, 'gestion', {
      sobre,
      objeto: `cliente:${row.id}`,
      id_cliente: row.id,
      detalle: { marca_nueva: true },
    })
    return row
  })
}

/** @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS */
export async function changeBrand(db: Db, identity: Identity, id: number, body: BrandBody): Promise<InstalledBrand> {
  const { nombre, dominios, activa, version } = body
  if (!activa && id === identity.id_cliente)
    throw invalid('activa', 'Cambia antes a otra marca: estás trabajando en esta.')
  return db.transaction(async (tx) => {
    await lockBrands(tx)
    const [before] = await tx.select(columns).from(clientes).where(eq(clientes.id, id)).for('no key update')
    if (!before) throw fail('NO_ENCONTRADO')
    if (before.version !== version) {
      const edit = await lastEdit(tx, `cliente:${id}`)
      throw fail('CAMBIO_MIENTRAS', { actual: { datos: before, version: before.version, ...edit } })
    }
    await requireFreeDomains(tx, id, dominios)
    const [row] = await tx
      .update(clientes)
      .set({ nombre, dominios, estado: activa ? 1 : 0, version: version + 1 })
      .where(eq(clientes.id, id))
      .returning(columns)
    await audit(tx, 'gestion', { objeto: `cliente:${id}`, id_cliente: id, detalle: { dominios, activa } })
    return row ?? before
  })
}
