import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { cursos, lecciones, modulos } from './catalogue.tables.ts'

type Kind = 'modulos' | 'lecciones'
/** The rows of one parent in their new order. */
type Order = { id: number; orden: number }[]

const OTHER_PARENT = {
  modulos: 'Los módulos deben ser de un mismo curso.',
  lecciones: 'Las lecciones deben ser de un mismo módulo.',
}

/** The parents, course or module, of those of these rows that the person may put in order. */
function parentsOf(tx: Db, { id, id_cliente, tipo_cliente }: Identity, kind: Kind, ids: number[]) {
  const courses = sql`(SELECT c.id FROM cursos c WHERE c.id_cliente = ${id_cliente} AND (${tipo_cliente} = 'Administrador'
    OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${id})))`
  const theirs = inArray(modulos.id_curso, courses)
  if (kind === 'modulos')
    return tx
      .select({ parent: modulos.id_curso })
      .from(modulos)
      .where(and(inArray(modulos.id, ids), theirs))
  return tx
    .select({ parent: lecciones.id_modulo })
    .from(lecciones)
    .innerJoin(modulos, eq(modulos.id, lecciones.id_modulo))
    .where(and(inArray(lecciones.id, ids), theirs))
}

async function lockParent(tx: Db, kind: Kind, id: number): Promise<void> {
  const table = kind === 'modulos' ? cursos : modulos
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
}

/** Numbers the children of a parent: those that are named first, in that order, then the others in theirs. */
function renumber(tx: Db, kind: Kind, parent: number, ids: number[]) {
  const [table, column] = [sql.identifier(kind), sql.identifier(kind === 'modulos' ? 'id_curso' : 'id_modulo')]
  return query<Order[number]>(
    tx,
    sql`UPDATE ${table} h SET orden = nuevo.orden
      FROM (SELECT id, row_number() OVER (ORDER BY array_position(${sql.param(ids)}::int[], id) NULLS LAST, orden, id) AS orden
            FROM ${table} WHERE ${column} = ${parent}) nuevo
      WHERE h.id = nuevo.id RETURNING h.id, h.orden`,
  )
}

/**
 * Puts a course's modules or a module's lessons in order, for the course's teachers and the brand's administrators. Those that are not
 * named keep their order behind the named ones. The parent's row is locked, so that two orders do not mix.
 * @throws NO_ENCONTRADO for one that is unknown or not theirs, DATOS_INVALIDOS when they do not have one parent
 */
export async function reorder(db: Db, identity: Identity, kind: Kind, ids: number[]): Promise<Order> {
  return db.transaction(async (tx) => {
    const found = await parentsOf(tx, identity, kind, ids)
    const parent = found[0]?.parent
    if (parent === undefined || found.length !== ids.length) throw fail('NO_ENCONTRADO')
    if (found.some((row) => row.parent !== parent)) throw invalid('orden', OTHER_PARENT[kind])
    await lockParent(tx, kind, parent)
    const rows = await renumber(tx, kind, parent, ids)
    await audit(tx, 'gestion', { objeto: `${kind}:${parent}`, detalle: { orden: ids.map(String) } })
    return rows.sort((a, b) => a.orden - b.orden)
  })
}
