import { DNI_TAKEN_TEXT } from '@campus/contract/registration'
import type { Invited } from '@campus/contract/team'
import { sql } from 'drizzle-orm'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalidFields } from '../../platform/failures.ts'
import { LIMA_TODAY } from './learning.ts'

/** `hasta` is the last day, null without an end, missing where it stays as it is. */
export type Enrollee = Invited & {
  numero_documento?: string | undefined
  hasta?: string | null | undefined
  /** Whether the name was taken from the mail, which is in lower case. */
  guessed?: boolean
}

export type Course = { id: number; id_cliente: number; archivado: boolean; hoy: string }

/** The course, whose brand's lists of people are written one after the other. @throws NO_ENCONTRADO */
export async function lockCourse(tx: Db, id: number): Promise<Course> {
  const [course] = await query<Course>(
    tx,
    sql`SELECT c.id, c.id_cliente, c.archivado_en IS NOT NULL AS archivado, ${LIMA_TODAY}::text AS hoy
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
  dni: string | null
}

type Accounts = { byMail: Map<string, Account>; byDni: Map<string, Account> }

/** The accounts that have one of the mails, in any brand, or one of the documents, in the course's. */
export async function findAccounts(tx: Db, people: Pick<Enrollee, 'correo' | 'numero_documento'>[], brand: number) {
  const mails = people.map(({ correo }) => correo)
  const documents = people.flatMap(({ numero_documento }) => numero_documento ?? [])
  const rows = await query<Account>(
    tx,
    sql`SELECT u.id, u.id_cliente, lower(u.correo) AS correo, trim(u.nombres || ' ' || u.apellidos) AS nombre,
        u.tipo_cliente, u.estado, CASE WHEN u.tipo_documento = 'DNI' THEN u.numero_documento END AS dni
      FROM usuarios u
      WHERE lower(u.correo) = ANY (${sql.param(mails)}::text[]) OR (u.id_cliente = ${brand}
        AND u.tipo_documento = 'DNI' AND u.numero_documento = ANY (${sql.param(documents)}::text[]))`,
  )
  const inBrand = rows.filter(({ id_cliente }) => id_cliente === brand)
  return {
    byMail: new Map(rows.map((row) => [row.correo, row])),
    byDni: new Map(inBrand.flatMap((row) => (row.dni ? [[row.dni, row] as const] : []))),
  }
}

/** The same for the staff's own mails and for those of other academies, of which it must not tell. */
const NOT_A_STUDENT = 'Con este correo no se puede matricular a un alumno de esta academia: usa otro.'

type Complain = (field: keyof Enrollee, reason: string) => void

function checkAccount(person: Enrollee, { byMail, byDni }: Accounts, course: Course, complain: Complain): void {
  const { correo, numero_documento } = person
  const account = byMail.get(correo)
  const owner = byDni.get(numero_documento ?? '')
  if (!account) {
    if (owner) complain('numero_documento', DNI_TAKEN_TEXT.replace('.', `: la de ${owner.correo}.`))
    return
  }
  if (account.id_cliente !== course.id_cliente || account.tipo_cliente !== 'Alumno') complain('correo', NOT_A_STUDENT)
  else if (account.estado !== 1) complain('correo', 'La cuenta de este correo está desactivada.')
  else if (numero_documento && account.dni && account.dni !== numero_documento)
    complain('numero_documento', 'La cuenta de este correo tiene otro DNI.')
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
    checkAccount(person, accounts, course, complain)
    if (seen.has(correo)) complain('correo', 'El correo está repetido.')
    if (numero_documento && seen.has(numero_documento)) complain('numero_documento', 'El DNI está repetido.')
    seen.add(correo).add(numero_documento ?? '')
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}
