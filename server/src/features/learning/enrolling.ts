import { DNI_TAKEN_TEXT } from '@campus/contract/registration'
import type { Invited } from '@campus/contract/team'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail, invalid, invalidFields } from '../../platform/http/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { inviteStudents, unknownPassword } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { enrol, LIMA_TODAY, LIVE_ENROLMENT, setLastDays, suspendStudents } from './learning.ts'

/** In one call. */
export const MAX_PEOPLE = 5000

/** `correo` in lower case. `hasta` is the last day, null without an end, missing where it stays as it is. */
export type Enrollee = Invited & { numero_documento?: string | undefined; hasta?: string | null | undefined }

/** `operador` for the command line; a request names its own person. */
type By = { operador?: string | undefined }

type Course = { id: number; id_cliente: number; marca: string; archivado: boolean; hoy: string }

/** What was done to one enrolment; `antes` and `hasta` are its last day. */
export type Enrolled = {
  correo: string
  nombre: string
  cuenta_nueva: boolean
  hecho: 'matriculada' | 'reabierta' | 'ultimo_dia' | 'sin_cambio'
  antes: string | null
  hasta: string | null
}

export type Suspended = {
  correo: string
  nombre: string
  hecho: 'suspendida' | 'ya_suspendida' | 'sin_matricula'
  /** The paid order that bought it. */
  orden: string | null
}

/** The course, whose brand's lists of people are written one after the other. @throws NO_ENCONTRADO */
async function lockCourse(tx: Db, id: number): Promise<Course> {
  const [course] = await query<Course>(
    tx,
    sql`SELECT c.id, c.id_cliente, k.nombre AS marca, c.archivado_en IS NOT NULL AS archivado, ${LIMA_TODAY}::text AS hoy
      FROM cursos c JOIN clientes k ON k.id = c.id_cliente AND k.estado = 1 WHERE c.id = ${id}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('matriculas'), ${course.id_cliente})`)
  return course
}

type Account = {
  id: number
  id_cliente: number
  marca: string
  correo: string
  nombre: string
  tipo_cliente: string
  estado: number
  dni: string | null
}

type Accounts = { byMail: Map<string, Account>; byDni: Map<string, Account> }

/** The accounts that have one of the mails, in any brand, or one of the documents, in the course's. */
async function findAccounts(tx: Db, people: Pick<Enrollee, 'correo' | 'numero_documento'>[], brand: number) {
  const mails = people.map(({ correo }) => correo)
  const documents = people.flatMap(({ numero_documento }) => numero_documento ?? [])
  const rows = await query<Account>(
    tx,
    sql`SELECT u.id, u.id_cliente, k.nombre AS marca, lower(u.correo) AS correo, u.nombres || ' ' || u.apellidos AS nombre,
        u.tipo_cliente, u.estado, CASE WHEN u.tipo_documento = 'DNI' THEN u.numero_documento END AS dni
      FROM usuarios u JOIN clientes k ON k.id = u.id_cliente
      WHERE lower(u.correo) = ANY (${sql.param(mails)}::text[]) OR (u.id_cliente = ${brand}
        AND u.tipo_documento = 'DNI' AND u.numero_documento = ANY (${sql.param(documents)}::text[]))`,
  )
  const inBrand = rows.filter(({ id_cliente }) => id_cliente === brand)
  return {
    byMail: new Map(rows.map((row) => [row.correo, row])),
    byDni: new Map(inBrand.flatMap((row) => (row.dni ? [[row.dni, row] as const] : []))),
  }
}

type Complain = (field: keyof Enrollee, reason: string) => void

function checkAccount(person: Enrollee, { byMail, byDni }: Accounts, course: Course, complain: Complain): void {
  const { correo, numero_documento } = person
  const account = byMail.get(correo)
  const owner = byDni.get(numero_documento ?? '')
  if (!account) {
    if (owner) complain('numero_documento', DNI_TAKEN_TEXT.replace('.', `: la de ${owner.correo}.`))
    return
  }
  if (account.id_cliente !== course.id_cliente)
    complain(
      'correo',
      `Este correo ya tiene una cuenta en ${account.marca}, y es de una sola academia: usa otro correo.`,
    )
  else if (account.estado !== 1) complain('correo', 'La cuenta de este correo está desactivada.')
  else if (account.tipo_cliente !== 'Alumno')
    complain('correo', 'Este correo es del personal de la academia, que no se matricula: usa otro correo.')
  else if (numero_documento && account.dni && account.dni !== numero_documento)
    complain('numero_documento', 'La cuenta de este correo tiene otro DNI.')
}

/** Reports every mistake at once, under `<position>.<field>`. @throws DATOS_INVALIDOS */
function checkPeople(people: Enrollee[], accounts: Accounts, course: Course): void {
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

/** @throws DATOS_INVALIDOS */
function checkCount(people: unknown[]): void {
  const reason = `Se matricula a ${MAX_PEOPLE.toLocaleString('es-PE')} personas por vez como máximo.`
  if (people.length > MAX_PEOPLE) throw invalid('personas', reason)
}

type Stored = { id_usuario: number; estado: 'activa' | 'suspendida'; hasta: string | null; vigente: boolean }

/** The enrolments of these people, locked. */
async function lockStored(tx: Db, id_curso: number, accounts: Account[]): Promise<Map<number, Stored>> {
  const ids = accounts.map(({ id }) => id)
  const rows = await query<Stored>(
    tx,
    sql`SELECT id_usuario, estado, fecha_vencimiento::text AS hasta, ${LIVE_ENROLMENT} AS vigente FROM matriculas
      WHERE id_curso = ${id_curso} AND id_usuario = ANY (${sql.param(ids)}::int[])
      ORDER BY id_usuario FOR NO KEY UPDATE`,
  )
  return new Map(rows.map((row) => [row.id_usuario, row]))
}

/** What is to be done: a live enrolment changes its last day alone, and only where one was given. */
function decide(stored: Stored | undefined, asked: string | null | undefined, hoy: string) {
  const antes = stored?.hasta ?? null
  if (!stored) return { hecho: 'matriculada', antes, hasta: asked ?? null } as const
  if (!stored.vigente) {
    const rest = antes && antes >= hoy ? antes : null
    return { hecho: 'reabierta', antes, hasta: asked === undefined ? rest : asked } as const
  }
  if (asked === undefined || asked === antes) return { hecho: 'sin_cambio', antes, hasta: antes } as const
  return { hecho: 'ultimo_dia', antes, hasta: asked } as const
}

/** The accounts of all, made where there is none. @throws DATOS_INVALIDOS */
async function openAccounts(tx: Db, jobs: Jobs, people: Enrollee[], course: Course, password_hash: string) {
  const { id: curso, id_cliente } = course
  const before = await findAccounts(tx, people, id_cliente)
  checkPeople(people, before, course)
  const newcomers = people.filter(({ correo }) => !before.byMail.has(correo))
  if (newcomers.length === 0) return { ...before, made: new Set<string>() }
  const made = await inviteStudents(tx, jobs, newcomers, { curso, id_cliente, password_hash })
  const after = await findAccounts(tx, people, id_cliente)
  // Others may have registered meanwhile.
  checkPeople(people, after, course)
  return { ...after, made: new Set(made) }
}

const auditOf = (account: Account, course: Course, { operador }: By, detalle: object) => ({
  sobre: account.id,
  id_cliente: course.id_cliente,
  objeto: `curso:${course.id}`,
  detalle: { ...detalle, ...(operador !== undefined && { operador }) },
})

type Work = { account: Account; done: Enrolled }

async function writeEnrolments(tx: Db, course: Course, works: Work[]): Promise<void> {
  const rowOf = ({ account, done }: Work) => {
    return { id_usuario: account.id, id_curso: course.id, fecha_vencimiento: done.hasta }
  }
  const opened = works.filter(({ done }) => done.hecho === 'matriculada' || done.hecho === 'reabierta')
  const [invited, known] = [true, false].map((made) =>
    opened.filter(({ done }) => done.cuenta_nueva === made).map(rowOf),
  )
  // The invitation already welcomes to the course.
  await enrol(tx, invited ?? [], { silent: true })
  await enrol(tx, known ?? [], { renew: true })
  await setLastDays(tx, works.filter(({ done }) => done.hecho === 'ultimo_dia').map(rowOf))
}

/**
 * Enrols people in a course (docs/product/learning.md 1.8), and makes and invites accounts where there are none: all or
 * none. Repeatable: a live enrolment stays, but for its last day where one is given. Returns what was done, in the order
 * of `people`.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS with every mistake, under `<position>.<field>`
 */
export async function enrolPeople(
  db: Db,
  jobs: Jobs,
  idCurso: number,
  people: Enrollee[],
  by: By = {},
): Promise<Enrolled[]> {
  checkCount(people)
  const password_hash = await unknownPassword()
  return db.transaction(async (tx) => {
    const course = await lockCourse(tx, idCurso)
    if (course.archivado) throw invalid('curso', 'El curso está archivado.')
    const { byMail, made } = await openAccounts(tx, jobs, people, course, password_hash)
    const stored = await lockStored(tx, idCurso, [...byMail.values()])
    const works = people.map(({ correo, hasta }): Work => {
      const account = byMail.get(correo)
      if (!account) throw new Error(`the account of ${correo} was not made`)
      const decided = decide(stored.get(account.id), hasta, course.hoy)
      return { account, done: { correo, nombre: account.nombre, cuenta_nueva: made.has(correo), ...decided } }
    })
    await writeEnrolments(tx, course, works)
    const changed = works.filter(({ done }) => done.hecho !== 'sin_cambio')
    const acts = changed.map(({ account, done: { hecho, antes, hasta, cuenta_nueva } }) =>
      auditOf(account, course, by, { hecho, antes, hasta, ...(cuenta_nueva && { cuenta_nueva }) }),
    )
    await audit(tx, 'gestion', ...acts)
    return works.map(({ done }) => done)
  })
}

/** The newest paid order of each person that has the course. */
async function ordersOf(tx: Db, id_curso: number, accounts: Account[]): Promise<Map<number, string>> {
  const ids = accounts.map(({ id }) => id)
  const rows = await query<{ id_usuario: number; numero: string }>(
    tx,
    sql`SELECT o.id_usuario, o.numero FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id AND l.id_curso = ${id_curso}
      WHERE o.estado = 'pagada' AND o.id_usuario = ANY (${sql.param(ids)}::int[]) ORDER BY o.pagada_en`,
  )
  return new Map(rows.map(({ id_usuario, numero }) => [id_usuario, numero]))
}

/** By the state of the enrolment. */
const SUSPENDING = { activa: 'suspendida', suspendida: 'ya_suspendida', ninguna: 'sin_matricula' } as const

/** @throws DATOS_INVALIDOS */
function checkMails(mails: string[], { byMail }: Accounts, { id_cliente, marca }: Course): Account[] {
  const errors: Record<string, string[]> = {}
  const accounts = mails.flatMap((mail, at) => {
    const account = byMail.get(mail)
    if (account?.id_cliente !== id_cliente) errors[`${at}.correo`] = [`Este correo no tiene una cuenta en ${marca}.`]
    if (mails.indexOf(mail) < at) errors[`${at}.correo`] = ['El correo está repetido.']
    return account ?? []
  })
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return accounts
}

/**
 * Closes the course to people, who keep all that they did in it; {@link enrolPeople} opens it again. Also where it was
 * bought. All or none; returns what was done, in the order of `mails`.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS with every mail without an account, under `<position>.correo`
 */
export async function suspendPeople(db: Db, idCurso: number, mails: string[], by: By = {}): Promise<Suspended[]> {
  checkCount(mails)
  return db.transaction(async (tx) => {
    const course = await lockCourse(tx, idCurso)
    const people = mails.map((correo) => ({ correo }))
    const accounts = checkMails(mails, await findAccounts(tx, people, course.id_cliente), course)
    const stored = await lockStored(tx, idCurso, accounts)
    const orders = await ordersOf(tx, idCurso, accounts)
    const done = accounts.map((account): { account: Account; done: Suspended } => {
      const { correo, nombre } = account
      const hecho = SUSPENDING[stored.get(account.id)?.estado ?? 'ninguna']
      return { account, done: { correo, nombre, hecho, orden: orders.get(account.id) ?? null } }
    })
    const closed = done.filter((one) => one.done.hecho === 'suspendida')
    await suspendStudents(
      tx,
      idCurso,
      closed.map(({ account }) => account.id),
    )
    const acts = closed.map(({ account, done: { hecho, orden } }) => auditOf(account, course, by, { hecho, orden }))
    await audit(tx, 'gestion', ...acts)
    return done.map((one) => one.done)
  })
}
