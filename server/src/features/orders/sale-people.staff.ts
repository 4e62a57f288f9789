import { lettersAndDigits } from '@campus/contract/codes'
import { DNI_TAKEN_TEXT } from '@campus/contract/registration'
import {
  MAX_SALE_PEOPLE,
  type NewBuyer,
  type SaleCourses,
  type SalePeopleQuery,
  type SalePerson,
} from '@campus/contract/sales'
import { type SQL, sql } from 'drizzle-orm'
import { matchesWords } from '../../kit/lists/lists.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { inviteStudents } from '../accounts/accounts.ts'
import { PRICE } from '../catalogue/catalogue.ts'
import { OPEN_GROUPS } from '../groups/groups.ts'
import { followedCourses } from '../learning/learning.ts'

/** By name, mail or whole document. */
function asked({ q = '', id }: SalePeopleQuery): SQL {
  if (id !== undefined) return sql`u.id = ${id}`
  const dni = lettersAndDigits(q)
  // Signs alone have no word to look for.
  const words = /[\p{L}\p{N}]/u.test(q) ? matchesWords(sql.raw('u.busqueda'), q) : sql`false`
  return /^\d{8}$/.test(dni) ? sql`(u.tipo_documento = 'DNI' AND u.numero_documento = ${dni} OR ${words})` : words
}

/** Students of the brand, as a sale needs them. */
export const findPeople = (db: Db, { id_cliente }: Identity, search: SalePeopleQuery): Promise<SalePerson[]> =>
  query<SalePerson>(
    db,
    sql`SELECT u.id, trim(u.nombres || ' ' || u.apellidos) AS nombre, u.correo, right(u.numero_documento, 3) AS documento,
      ARRAY(${followedCourses(sql.raw('u.id'))}) AS cursos
    FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND u.tipo_cliente = 'Alumno' AND u.estado = 1 AND ${asked(search)}
    ORDER BY ${alphabetical(sql`u.nombres || ' ' || u.apellidos`)}, u.id LIMIT ${MAX_SALE_PEOPLE}`,
  )

export const coursesOnSale = (db: Db, { id_cliente }: Identity): Promise<SaleCourses['cursos']> =>
  query(
    db,
    sql`SELECT c.id, c.nombre, round((${sql.raw(PRICE)}) / 100.0, 2)::float AS precio, ${OPEN_GROUPS} AS grupos FROM cursos c
      WHERE c.id_cliente = ${id_cliente} AND c.estado = 1 ORDER BY ${alphabetical(sql`c.nombre`)}, c.id`,
  )

type Taken = { correo: string; suyo: boolean; nombre: string; alumno: boolean; id_cliente: number }

/** Why an account could not be made. The same text for the staff's own mails and for those of other academies. */
async function takenBy(tx: Db, { id_cliente }: Identity, { correo, numero_documento }: NewBuyer) {
  const [row] = await query<Taken>(
    tx,
    sql`SELECT u.correo, lower(u.correo) = ${correo} AS suyo, trim(u.nombres || ' ' || u.apellidos) AS nombre,
        u.tipo_cliente = 'Alumno' AND u.estado = 1 AS alumno, u.id_cliente
      FROM usuarios u WHERE lower(u.correo) = ${correo}
        OR (u.id_cliente = ${id_cliente} AND u.tipo_documento = 'DNI' AND u.numero_documento = ${numero_documento ?? null})
      ORDER BY suyo DESC LIMIT 1`,
  )
  if (row && !row.suyo)
    return invalid('persona.numero_documento', DNI_TAKEN_TEXT.replace('.', `: la de ${row.correo}.`))
  if (row?.alumno && row.id_cliente === id_cliente)
    return invalid('persona.correo', `Este correo ya tiene una cuenta, de ${row.nombre}: búscala y elígela.`)
  return invalid('persona.correo', 'Con este correo no se puede vender a un alumno de esta academia: usa otro.')
}

/** The account of who buys for the first time, and the mail that invites them. @throws DATOS_INVALIDOS under `persona` */
export async function makeBuyer(
  tx: Db,
  jobs: Jobs,
  identity: Identity,
  person: NewBuyer,
  made: { curso: number; password_hash: string },
): Promise<number> {
  const [correo] = await inviteStudents(tx, jobs, [person], { ...made, id_cliente: identity.id_cliente })
  if (!correo) throw await takenBy(tx, identity, person)
  const [row] = await query<{ id: number }>(tx, sql`SELECT id FROM usuarios WHERE lower(correo) = ${correo}`)
  return row?.id ?? 0
}
