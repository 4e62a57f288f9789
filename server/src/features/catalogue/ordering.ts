import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'

/** What can be put in order, with the table and column of what it is ordered within. */
const KINDS = {
  modulos: {
    padre: 'cursos',
    columna: 'id_curso',
    de: 'modulos h JOIN cursos c ON c.id = h.id_curso',
    texto: 'Los módulos deben ser de un mismo curso.',
  },
  lecciones: {
    padre: 'modulos',
    columna: 'id_modulo',
    de: 'lecciones h JOIN modulos p ON p.id = h.id_modulo JOIN cursos c ON c.id = p.id_curso',
    texto: 'Las lecciones deben ser de un mismo módulo.',
  },
} as const

/** The rows of one parent in their new order. */
type Order = { id: number; orden: number }[]

/**
 * Puts a course's modules or a module's lessons in order, for the course's teachers and the brand's administrators.
 * Those that are not named keep their order behind the named ones. Two orders at once wait for each other.
 * @throws NO_ENCONTRADO for one that is unknown or not theirs, DATOS_INVALIDOS when they have not one parent
 */
export async function reorder(db: Db, identity: Identity, kind: keyof typeof KINDS, ids: number[]): Promise<Order> {
  const { padre, columna, de, texto } = KINDS[kind]
  const list = sql`${`{${ids.join(',')}}`}::int[]`
  const [parent, child] = [sql.identifier(columna), sql.identifier(kind)]
  return db.transaction(async (tx) => {
    const found = await tx.execute<{ padre: number }>(sql`
      SELECT h.${parent} AS padre FROM ${sql.raw(de)} WHERE h.id = ANY(${list}) AND c.id_cliente = ${identity.id_cliente}
        AND (${identity.tipo_cliente} = 'Administrador'
          OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${identity.id}))`)
    const first = found[0]
    if (!first || found.length !== ids.length) throw fail('NO_ENCONTRADO')
    if (found.some((row) => row.padre !== first.padre)) throw invalid('orden', texto)
    await tx.execute(sql`SELECT 1 FROM ${sql.identifier(padre)} WHERE id = ${first.padre} FOR UPDATE`)
    const rows = await tx.execute<Order[number]>(sql`
      UPDATE ${child} h SET orden = nuevo.orden
      FROM (SELECT id, (row_number() OVER (ORDER BY array_position(${list}, id) NULLS LAST, orden, id))::int AS orden
            FROM ${child} WHERE ${parent} = ${first.padre}) nuevo
      WHERE h.id = nuevo.id RETURNING h.id, h.orden`)
    await audit(tx, 'gestion', { objeto: `${kind}:${first.padre}`, detalle: { orden: ids.map(String) } })
    return [...rows].sort((a, b) => a.orden - b.orden)
  })
}
