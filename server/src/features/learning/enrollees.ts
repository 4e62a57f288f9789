import type { BuyerDocument } from '@campus/contract/receipt-names'
import { DNI_TAKEN_TEXT } from '@campus/contract/registration'
import type { Invited } from '@campus/contract/team'
import { sql } from 'drizzle-orm'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalidFields } from '../../platform/failures.ts'
import { LIMA_TODAY } from './learning.ts'

/** `hasta` is the last day, null without an end, missing where it stays as it is. */
export type Enrollee = Invited & {
  /** Of the number; a DNI unless it is said. */
  tipo_documento?: BuyerDocument | undefined
  numero_documento?: string | undefined
  hasta?: string | null | undefined
  /** The group of the course that they are put in, missing where it stays as it is. */
  grupo?: number | undefined
  /** Whether the name was taken from the mail, which is in lower case. */
  guessed?: boolean
}

export type Course = { id: number; id_cliente: number; nombre: string; archivado: boolean; hoy: string }

/** The course, whose brand's lists of people are written one after the other. @throws NO_ENCONTRADO */
export async function lockCourse(tx: Db, id: number): Promise<Course> {
  const [course] = await query<Course>(
    tx,
    sql`SELECT c.id, c.id_cliente, c.nombre, c.archivado_en IS NOT NULL AS archivado, ${LIMA_TODAY}::text AS hoy
      FROM cursos c JOIN clientes k ON k.id = c.id_cliente AND k.estado = 1 WHERE c.id = ${id}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  await lock(tx, 'matriculas', course.id_cliente)
  return course
}

export type Account = {
  id: number
  id_cliente: number
  correo: string
  nombre: string
  tipo_cliente: string
  estado: number
  /** As {@link documentKey} writes it. */
  documento: string | null
  telefono: string | null
}

export type Accounts = { byMail: Map<string, Account>; byDocument: Map<string, Account> }

type Documented = Pick<Enrollee, 'tipo_documento' | 'numero_documento'>

/** `DNI 12345678`; null without a number. */
export const documentKey = ({ tipo_documento = 'DNI', numero_documento }: Documented): string | null =>
  numero_documento ? `${tipo_documento} ${numero_documento}` : null

/** The accounts that have one of the mails, in any brand, or one of the documents, in the course's. */
export async function findAccounts(
  tx: Db,
  people: (Documented & { correo: string })[],
  brand: number,
): Promise<Accounts> {
  const mails = people.map(({ correo }) => correo)
  const documented = people.filter(({ numero_documento }) => numero_documento)
  const kinds = documented.map(({ tipo_documento }) => tipo_documento ?? 'DNI')
  const numbers = documented.map(({ numero_documento }) => numero_documento ?? '')
  const rows = await query<Account>(
    tx,
    sql`SELECT u.id, u.id_cliente, lower(u.correo) AS correo, trim(u.nombres || ' ' || u.apellidos) AS nombre,
        u.tipo_cliente, u.estado, u.tipo_documento || ' ' || u.numero_documento AS documento, u.telefono
      FROM usuarios u
      WHERE lower(u.correo) = ANY (${sql.param(mails)}::text[]) OR (u.id_cliente = ${brand}
        AND (u.tipo_documento, u.numero_documento) IN
          (SELECT * FROM unnest(${sql.param(kinds)}::text[], ${sql.param(numbers)}::text[])))`,
  )
  const inBrand = rows.filter(({ id_cliente }) => id_cliente === brand)
  return {
    byMail: new Map(rows.map((row) => [row.correo, row])),
    byDocument: new Map(inBrand.flatMap((row) => (row.documento ? [[row.documento, row] as const] : []))),
  }
}

/** The same for the staff's own mails and for those of other academies, of which it must not tell. */
const NOT_A_STUDENT = 'Con este correo no se puede matricular a un alumno de esta academia: usa otro.'

type Complain = (field: keyof Enrollee, reason: string) => void

/** Of a person whose mail or document belongs to an account. */
export function checkAccount(
  person: Documented & { correo: string },
  { byMail, byDocument }: Accounts,
  brand: number,
  complain: Complain,
): void {
  const document = documentKey(person)
  const kind = person.tipo_documento === undefined || person.tipo_documento === 'DNI' ? 'DNI' : 'documento'
  const account = byMail.get(person.correo)
  const owner = byDocument.get(document ?? '')
  if (!account) {
    const taken = DNI_TAKEN_TEXT.replace('DNI', kind).replace('.', `: la de ${owner?.correo}.`)
    if (owner) complain('numero_documento', taken)
    return
  }
  if (account.id_cliente !== brand || account.tipo_cliente !== 'Alumno') complain('correo', NOT_A_STUDENT)
  else if (account.estado !== 1) complain('correo', 'La cuenta de este correo está desactivada.')
  else if (document && account.documento && account.documento !== document)
    complain('numero_documento', `La cuenta de este correo tiene otro ${kind}.`)
}

/** Reports every mistake at once, under `<position>.<field>`. @throws DATOS_INVALIDOS */
export function checkPeople(people: Enrollee[], accounts: Accounts, course: Course): void {
  const errors: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [at, person] of people.entries()) {
    const complain: Complain = (field, reason) => {
      errors[`${at}.${field}`] = [reason]
    }
    const { correo, numero_documento, hasta } = person
    if (hasta && hasta < course.hoy) complain('hasta', 'El último día ya pasó.')
    checkAccount(person, accounts, course.id_cliente, complain)
    if (seen.has(correo)) complain('correo', 'El correo está repetido.')
    if (numero_documento && seen.has(numero_documento)) complain('numero_documento', 'El DNI está repetido.')
    seen.add(correo).add(numero_documento ?? '')
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}
