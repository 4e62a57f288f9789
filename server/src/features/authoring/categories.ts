import type { CatalogueOrder, CategoryBody, CategoryRow, NewCategory } from '@campus/contract/catalogue.staff'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { authorOf } from './records.ts'

const rows = (db: Db, which: SQL) =>
  query<CategoryRow>(
    db,
    sql`SELECT k.id, k.nombre, k.orden, k.estado = 1 AS activa, k.version,
        (SELECT count(*) FROM cursos c WHERE c.id_categoria = k.id) AS cursos
      FROM categorias k WHERE ${which} ORDER BY k.orden, k.id LIMIT 300`,
  )

export const listCategoryRows = (db: Db, { id_cliente }: Identity) => rows(db, sql`k.id_cliente = ${id_cliente}`)

async function categoryOf(tx: Db, id: number): Promise<CategoryRow> {
  const [row] = await rows(tx, sql`k.id = ${id}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** Names are compared without case and accents, which no constraint does: lock `categorias` first. */
async function named(tx: Db, { id_cliente }: Identity, nombre: string): Promise<CategoryRow | undefined> {
  const [found] = await rows(tx, sql`k.id_cliente = ${id_cliente} AND sin_acentos(k.nombre) = sin_acentos(${nombre})`)
  return found
}

/** @throws DATOS_INVALIDOS */
async function checkName(tx: Db, identity: Identity, nombre: string, id = 0): Promise<void> {
  const taken = await named(tx, identity, nombre)
  if (taken && taken.id !== id) throw invalid('nombre', 'Ya existe una categoría con ese nombre.')
}

async function addCategory(tx: Db, { id_cliente }: Identity, nombre: string, envio: string | null): Promise<number> {
  const [made] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO categorias (id_cliente, nombre, orden, envio) SELECT ${id_cliente}, ${nombre},
      coalesce(max(orden), 0) + 1, ${envio}::uuid FROM categorias WHERE id_cliente = ${id_cliente}
      ON CONFLICT (envio) DO NOTHING RETURNING id`,
  )
  // Another brand's request had the same `envio`.
  if (!made) throw fail('DATOS_INVALIDOS')
  await audit(tx, 'gestion', { objeto: `categoria:${made.id}`, detalle: { hecho: 'creada', nombre } })
  return made.id
}

/** A repeated request finds the category of the first. @throws DATOS_INVALIDOS */
export async function createCategory(db: Db, identity: Identity, { nombre, envio }: z.output<typeof NewCategory>) {
  return db.transaction(async (tx) => {
    await lock(tx, 'categorias', identity.id_cliente)
    const [there] = await rows(tx, sql`k.envio = ${envio} AND k.id_cliente = ${identity.id_cliente}`)
    if (there) return there
    await checkName(tx, identity, nombre)
    return categoryOf(tx, await addCategory(tx, identity, nombre, envio))
  })
}

/** The id of the category that a new course names; a new name makes it. @throws DATOS_INVALIDOS for a hidden one */
export async function categoryNamed(tx: Db, identity: Identity, nombre: string): Promise<number> {
  const there = await named(tx, identity, nombre)
  if (there?.activa === false) throw invalid('categoria', 'Esa categoría está oculta. Muéstrala antes o escribe otra.')
  return there?.id ?? addCategory(tx, identity, nombre, null)
}

/** @throws CAMBIO_MIENTRAS, DATOS_INVALIDOS, NO_ENCONTRADO */
export async function saveCategory(db: Db, identity: Identity, id: number, body: z.output<typeof CategoryBody>) {
  const { nombre, activa, version } = body
  const objeto = `categoria:${id}`
  return db.transaction(async (tx) => {
    await lock(tx, 'categorias', identity.id_cliente)
    const [there] = await rows(tx, sql`k.id = ${id} AND k.id_cliente = ${identity.id_cliente}`)
    if (!there) throw fail('NO_ENCONTRADO')
    await checkName(tx, identity, nombre, id)
    const [saved] = await query<{ id: number }>(
      tx,
      sql`UPDATE categorias SET nombre = ${nombre}, estado = ${activa ? 1 : 0}, version = version + 1
        WHERE id = ${id} AND version = ${version} RETURNING id`,
    )
    if (!saved)
      throw fail('CAMBIO_MIENTRAS', {
        actual: { datos: there, version: there.version, ...(await authorOf(tx, objeto)) },
      })
    await audit(tx, 'gestion', { objeto, detalle: { hecho: 'cambiada', nombre, activa } })
    return categoryOf(tx, id)
  })
}

/** The order of the shop: of categories, or of the courses within theirs. @throws DATOS_INVALIDOS */
export async function orderCatalogue(db: Db, { id_cliente }: Identity, { que, ids }: z.output<typeof CatalogueOrder>) {
  const table = sql.identifier(que)
  await db.transaction(async (tx) => {
    const moved = await query<{ id: number }>(
      tx,
      sql`UPDATE ${table} t SET orden = x.n FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS x(id, n)
        WHERE t.id = x.id AND t.id_cliente = ${id_cliente} RETURNING t.id`,
    )
    if (moved.length !== ids.length) throw invalid('ids', 'La lista cambió. Vuelve a abrirla.')
    await audit(tx, 'gestion', { objeto: `catalogo:${que}`, detalle: { orden: ids.map(String) } })
  })
  return { ids }
}
