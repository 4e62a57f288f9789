import type { CourseDocument } from '@campus/contract/documents/course'
import { type SQL, sql } from 'drizzle-orm'
import type { PublishChange } from '../../kit/documents/documents.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'

type Kind = 'modulos' | 'lecciones'
type Order = { id: number; orden: number }[]
/** The course or module whose rows are ordered. */
type Parent = { curso: number; padre: number }

const OTHER_PARENT = {
  modulos: 'Los módulos deben ser de un mismo curso.',
  lecciones: 'Las lecciones deben ser de un mismo módulo.',
}

const ROWS: Record<Kind, { parents: SQL; order: (padre: number) => SQL }> = {
  modulos: {
    parents: sql`SELECT h.id_curso AS curso, h.id_curso AS padre FROM modulos h JOIN cursos c ON c.id = h.id_curso`,
    order: (padre) => sql`SELECT h.id, h.orden FROM modulos h WHERE h.id_curso = ${padre} AND (h.activo OR h.espera)`,
  },
  lecciones: {
    parents: sql`SELECT c.id AS curso, h.id_modulo AS padre FROM lecciones h JOIN modulos m ON m.id = h.id_modulo
      JOIN cursos c ON c.id = m.id_curso`,
    order: (padre) =>
      sql`SELECT h.id, h.orden FROM lecciones h WHERE h.id_modulo = ${padre} AND (h.activo OR h.espera)`,
  },
}

/** @throws NO_ENCONTRADO, DATOS_INVALIDOS when the rows do not share one parent */
async function requireParent(db: Db, identity: Identity, kind: Kind, ids: number[]): Promise<Parent> {
  const found = await query<Parent>(
    db,
    sql`${ROWS[kind].parents} WHERE h.id = ANY(${sql.param(ids)}::bigint[]) AND c.id_cliente = ${identity.id_cliente}
      AND ${coursesInScope(identity, 'cursos.editar')}`,
  )
  const [first] = found
  if (!first || found.length !== ids.length) throw fail('NO_ENCONTRADO')
  if (found.some(({ padre }) => padre !== first.padre)) throw invalid('orden', OTHER_PARENT[kind])
  return first
}

/** The named ones first, in that order, then the others as they were. */
const sorted = <Row>(rows: Row[], idOf: (row: Row) => number, ids: number[]): Row[] => {
  const place = (row: Row) => (ids.includes(idOf(row)) ? ids.indexOf(idOf(row)) : ids.length)
  return rows.toSorted((a, b) => place(a) - place(b))
}

/**
 * Publishes another order of a course's modules or a module's lessons.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS when the rows do not share one parent
 */
export async function reorder(
  db: Db,
  identity: Identity,
  kind: Kind,
  ids: number[],
  publish: PublishChange<CourseDocument>,
): Promise<Order> {
  const { curso, padre } = await requireParent(db, identity, kind, ids)
  await publish(identity, `curso:${curso}`, (now) => ({
    ...now,
    modulos:
      kind === 'modulos'
        ? sorted(now.modulos, ({ id }) => id, ids)
        : now.modulos.map((module) =>
            module.id === padre ? { ...module, lecciones: sorted(module.lecciones, (id) => id, ids) } : module,
          ),
  }))
  return query<Order[number]>(db, sql`${ROWS[kind].order(padre)} ORDER BY h.orden, h.id`)
}
