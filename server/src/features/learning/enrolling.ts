import { shortNumber } from '@campus/contract/order-rules'
import { sql } from 'drizzle-orm'
import { type Act, audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid, invalidFields } from '../../platform/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { inviteStudents, renameInvited, unknownPassword } from '../accounts/accounts.ts'
import { type Account, type Course, checkPeople, type Enrollee, findAccounts, lockCourse } from './enrollees.ts'
import { enrol, LIVE_ENROLMENT, setLastDays } from './learning.ts'

/** What was done to one enrolment; `antes` and `hasta` are its last day. */
export type Enrolled = {
  id_usuario: number
  correo: string
  nombre: string
  cuenta_nueva: boolean
  renombrada: boolean
  hecho: 'matriculada' | 'reabierta' | 'ultimo_dia' | 'sin_cambio'
  antes: string | null
  hasta: string | null
}

type Stored = {
  id_usuario: number
  hasta: string | null
  vigente: boolean
}

/** The enrolments of these people, locked. */
async function lockStored(tx: Db, id_curso: number, accounts: Account[]): Promise<Map<number, Stored>> {
  const ids = accounts.map(({ id }) => id)
  const rows = await query<Stored>(
    tx,
    sql`SELECT id_usuario, fecha_vencimiento::text AS hasta, ${LIVE_ENROLMENT} AS vigente FROM matriculas
      WHERE id_curso = ${id_curso} AND id_usuario = ANY (${sql.param(ids)}::bigint[])
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

/** The accounts of all, made where there is none, and renamed where the person has not entered yet. @throws DATOS_INVALIDOS */
async function openAccounts(tx: Db, jobs: Jobs, people: Enrollee[], course: Course, password_hash: string) {
  const { id: curso, id_cliente } = course
  const before = await findAccounts(tx, people, id_cliente)
  checkPeople(people, before, course)
  const newcomers = people.filter(({ correo }) => !before.byMail.has(correo))
  const named = people.flatMap((person) => {
    const account = before.byMail.get(person.correo)
    return account && !person.guessed ? [{ ...person, id: account.id }] : []
  })
  const renamed = new Set(await renameInvited(tx, named))
  const made = new Set(await inviteStudents(tx, jobs, newcomers, { curso, id_cliente, password_hash }))
  if (made.size + renamed.size + newcomers.length === 0) return { ...before, made, renamed }
  const after = await findAccounts(tx, people, id_cliente)
  // Others may have registered meanwhile.
  checkPeople(people, after, course)
  return { ...after, made, renamed }
}

/** The accounts of all, in the order of `people`, for the member of staff who enrols them. @throws NO_ENCONTRADO, DATOS_INVALIDOS */
export async function openStudents(tx: Db, jobs: Jobs, idCurso: number, people: Enrollee[], password_hash: string) {
  const course = await lockCourse(tx, idCurso)
  const { byMail, made } = await openAccounts(tx, jobs, people, course, password_hash)
  return people.map(({ correo }) => {
    const account = byMail.get(correo)
    if (!account) throw new Error(`the account of ${correo} was not made`)
    return { ...account, cuenta_nueva: made.has(correo) }
  })
}

const auditOf = (account: Account, course: Course, detalle: Act['detalle']): Act => ({
  sobre: account.id,
  id_cliente: course.id_cliente,
  objeto: `curso:${course.id}`,
  detalle,
})

type Bought = { id_usuario: number; numero: string; costo: boolean }

/** The newest paid order of each person that has the course, one that cost something before one that was free. */
async function ordersOf(tx: Db, id_curso: number, accounts: Account[]): Promise<Map<number, Bought>> {
  const ids = accounts.map(({ id }) => id)
  const rows = await query<Bought>(
    tx,
    sql`SELECT o.id_usuario, o.numero, o.total_centimos > 0 AND l.precio_centimos > 0 AS costo
      FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id AND l.id_curso = ${id_curso}
      WHERE o.estado = 'pagada' AND l.cerrada_en IS NULL AND o.id_usuario = ANY (${sql.param(ids)}::bigint[]) ORDER BY costo, o.pagada_en`,
  )
  return new Map(rows.map((row) => [row.id_usuario, row]))
}

type Work = { account: Account; done: Enrolled }

/** What was bought is never shortened: it is suspended by an act of its own. @throws DATOS_INVALIDOS under `<position>.hasta` */
function checkBought(works: Work[], orders: Map<number, Bought>): void {
  const errors = works.flatMap(({ account, done: { hasta, antes } }, at) => {
    const order = orders.get(account.id)
    const shorter = hasta !== null && (antes === null || hasta < antes)
    if (!order?.costo || !shorter) return []
    const text = `Ya pagó este curso (orden ${shortNumber(order.numero)}): no lleva último día. Para quitarle el acceso, suspende su matrícula.`
    return [[`${at}.hasta`, [text]]]
  })
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors))
}

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
export async function enrolPeople(db: Db, jobs: Jobs, idCurso: number, people: Enrollee[]): Promise<Enrolled[]> {
  const password_hash = await unknownPassword()
  return db.transaction(async (tx) => {
    const course = await lockCourse(tx, idCurso)
    if (course.archivado) throw invalid('curso', 'El curso está archivado.')
    const { byMail, made, renamed } = await openAccounts(tx, jobs, people, course, password_hash)
    const stored = await lockStored(tx, idCurso, [...byMail.values()])
    const works = people.map(({ correo, hasta }): Work => {
      const account = byMail.get(correo)
      if (!account) throw new Error(`the account of ${correo} was not made`)
      const decided = decide(stored.get(account.id), hasta, course.hoy)
      const { id, nombre } = account
      return {
        account,
        done: {
          id_usuario: id,
          correo,
          nombre,
          cuenta_nueva: made.has(correo),
          renombrada: renamed.has(id),
          ...decided,
        },
      }
    })
    checkBought(works, await ordersOf(tx, idCurso, [...byMail.values()]))
    await writeEnrolments(tx, course, works)
    const changed = works.filter(({ done }) => done.hecho !== 'sin_cambio' || done.renombrada)
    const acts = changed.map(({ account, done: { hecho, antes, hasta, cuenta_nueva, renombrada } }) => {
      const marks = { ...(cuenta_nueva && { cuenta_nueva }), ...(renombrada && { renombrada }) }
      return auditOf(account, course, { hecho, antes, hasta, ...marks })
    })
    await audit(tx, 'gestion', ...acts)
    return works.map(({ done }) => done)
  })
}
