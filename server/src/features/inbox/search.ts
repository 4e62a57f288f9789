import { lettersAndDigits } from '@campus/contract/codes'
import type { StaffHit } from '@campus/contract/inbox'
import { type SQL, sql } from 'drizzle-orm'
import { beginsUuid, matchesWords } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical, containsTerms, termsOf } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { can, scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'

const MAX_HITS = 20
/** Of each kind, so that one does not crowd out the others. */
const MAX_OF_KIND = 8

type Kind = StaffHit['tipo']

const NAME = sql.raw(`u.nombres || ' ' || u.apellidos`)

function courses(identity: Identity, q: string): SQL {
  const name = sql.raw('sin_acentos(c.nombre)')
  return sql`SELECT c.id::text AS clave, c.nombre AS titulo, CASE WHEN c.archivado_en IS NOT NULL THEN 'Archivado'
      WHEN c.estado = 0 THEN 'Oculto' ELSE 'Publicado' END AS detalle
    FROM cursos c WHERE c.id_cliente = ${identity.id_cliente} AND ${containsTerms(sql.raw('c.busqueda'), termsOf(q))}
      AND ${coursesInScope(identity, 'cursos.editar')} ORDER BY ${containsTerms(name, termsOf(q))} DESC, c.estado DESC, c.id`
}

const persons = (identity: Identity, q: string, clave: SQL, which: SQL) =>
  sql`SELECT ${clave} AS clave, ${NAME} AS titulo, u.correo AS detalle FROM usuarios u
    WHERE u.id_cliente = ${identity.id_cliente} AND ${matchesWords(sql.raw('u.busqueda'), q)} AND ${which}
    ORDER BY ${alphabetical(sql`u.apellidos || ' ' || u.nombres`)}, u.id`

/** Of the caller's reach. */
function students(identity: Identity, q: string): SQL {
  // Not EXISTS, which PostgreSQL answers by reading every enrolment of the teacher's courses.
  const taught = sql`(SELECT true FROM matriculas m JOIN curso_docentes cd ON cd.id_curso = m.id_curso
    WHERE m.id_usuario = u.id AND cd.id_usuario = ${identity.id} LIMIT 1)`
  const reach = scopeOfIdentity(identity, 'alumnos.ver') === 'propios' ? taught : sql`true`
  return persons(identity, q, sql.raw('u.id::text'), sql`u.tipo_cliente = 'Alumno' AND ${reach}`)
}

const members = (identity: Identity, q: string): SQL =>
  persons(identity, q, sql.raw('u.correo'), sql.raw(`u.tipo_cliente IN ('Administrador', 'Docente', 'Personal')`))

/** By the number, or by who wrote. */
function tickets({ id_cliente }: Identity, q: string): SQL {
  // «N.º 12» as the list shows it.
  const [, digits] = /^(?:NO?)?(\d{1,9})$/.exec(lettersAndDigits(q)) ?? []
  const number = digits ? sql`s.numero = ${Number(digits)}` : sql`false`
  return sql`SELECT s.id::text AS clave, 'N.º ' || s.numero || ' · ' || ${NAME} AS titulo, left(s.mensaje, 80) AS detalle
    FROM tickets_soporte s JOIN usuarios u ON u.id = s.id_usuario
    WHERE s.id_cliente = ${id_cliente} AND (${number} OR ${matchesWords(sql.raw('u.busqueda'), q)}) ORDER BY s.id DESC`
}

/** By the beginning of the number, or by the buyer; `titulo` is their name. */
function orders({ id_cliente }: Identity, q: string): SQL {
  const number = beginsUuid(sql.raw('o.numero'), q)
  return sql`SELECT o.numero::text AS clave, ${NAME} AS titulo,
      coalesce((SELECT string_agg(l.nombre, ', ' ORDER BY l.id_curso) FROM orden_lineas l WHERE l.id_orden = o.id), '') AS detalle,
      json_build_object('total', round(o.total_centimos / 100.0, 2), 'estado', o.estado) AS orden
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario
    WHERE o.id_cliente = ${id_cliente} AND (${number} OR ${matchesWords(sql.raw('u.busqueda'), q)}) ORDER BY o.id DESC`
}

/** With the permissions of which one is enough. */
const KINDS = [
  ['curso', ['cursos.editar'], courses],
  // Who sells finds the buyer.
  ['persona', ['alumnos.ver', 'ventas.registrar'], students],
  ['miembro', ['academia'], members],
  ['ticket', ['soporte'], tickets],
  ['orden', ['ventas.ver'], orders],
] as const

/** At most {@link MAX_HITS} things that the caller may open. */
export async function searchStaff(db: Db, identity: Identity, q: string, tipo?: Kind): Promise<StaffHit[]> {
  const kinds = KINDS.filter(
    ([name, permissions]) => (!tipo || tipo === name) && permissions.some((permission) => can(identity, permission)),
  )
  // Signs alone have no word to look for.
  if (kinds.length === 0 || !/[\p{L}\p{N}]/u.test(q)) return []
  const most = tipo ? MAX_HITS : MAX_OF_KIND
  const selects = kinds.map(
    ([name, , select]) =>
      sql`(SELECT ${sql.raw(`'${name}'`)} AS tipo, h.clave, h.titulo, h.detalle, to_jsonb(h) -> 'orden' AS orden
        FROM (${select(identity, q)} LIMIT ${most}) h)`,
  )
  return query<StaffHit>(db, sql`${sql.join(selects, sql` UNION ALL `)} LIMIT ${MAX_HITS}`)
}
