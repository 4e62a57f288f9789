import { shortNumber } from '@campus/contract/order-rules'
import { sql } from 'drizzle-orm'
import { type Act, audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid, invalidFields } from '../../platform/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { inviteStudents, renameInvited, unknownPassword } from '../accounts/accounts.ts'
import type { LockedGroup } from '../groups/groups.ts'
import { type Account, type Course, checkPeople, type Enrollee, findAccounts, lockCourse } from './enrollees.ts'
import { checkSeats, lockGroupsFor, type Seat, seat, tellOfGroups } from './group-places.ts'
import { enrol, LIVE_ENROLMENT, setLastDays } from './learning.ts'

/** What was done to one enrolment; `antes` and `hasta` are its last day. */
export type Enrolled = {
  id_usuario: number
  correo: string
  nombre: string
  cuenta_nueva: boolean
  renombrada: boolean
  hecho: 'matriculada' | 'reabierta' | 'ultimo_dia' | 'grupo' | 'sin_cambio'
  antes: string | null
  hasta: string | null
}

export type Stored = {
  id_usuario: number
  id_curso: number
  hasta: string | null
  vigente: boolean
  devuelta: boolean
  id_grupo: number | null
  grupo: string | null
}

/** Of an enrolment, or of what was bought. */
export const placeOf = (usuario: number, curso: number): string => `${usuario} ${curso}`

const byPlace = <Row extends { id_usuario: number; id_curso: number }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [placeOf(row.id_usuario, row.id_curso), row]))

/** The enrolments of these people in these courses, locked, by {@link placeOf}. */
export async function lockStored(tx: Db, cursos: number[], accounts: Account[]): Promise<Map<string, Stored>> {
  const ids = accounts.map(({ id }) => id)
  const rows = await query<Stored>(
    tx,
    sql`SELECT id_usuario, id_curso, fecha_vencimiento::text AS hasta, ${LIVE_ENROLMENT} AS vigente,
        suspendida_por IS NOT DISTINCT FROM 'pasarela' AS devuelta, id_grupo,
        (SELECT g.nombre FROM grupos g WHERE g.id = matriculas.id_grupo) AS grupo FROM matriculas
      WHERE id_curso = ANY (${sql.param(cursos)}::bigint[]) AND id_usuario = ANY (${sql.param(ids)}::bigint[])
      ORDER BY id_usuario, id_curso FOR NO KEY UPDATE`,
  )
  return byPlace(rows)
}

/** A place that a refund gave back is taken anew. */
export function seatOf(stored: Stored | undefined, asked: number | undefined): Seat {
  const grupo = asked ?? stored?.id_grupo ?? null
  return { grupo, ocupa: stored !== undefined && stored.id_grupo === grupo && !stored.devuelta }
}

/** What is to be done: a live enrolment changes its last day alone, and only where one was given. */
export function decide(stored: Stored | undefined, asked: string | null | undefined, hoy: string) {
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

type Bought = { id_usuario: number; id_curso: number; numero: string; costo: boolean }

/** The newest paid order of each person that has the course, one that cost something before one that was free; by {@link placeOf}. */
export async function ordersOf(tx: Db, cursos: number[], accounts: Account[]): Promise<Map<string, Bought>> {
  const ids = accounts.map(({ id }) => id)
  const rows = await query<Bought>(
    tx,
    sql`SELECT o.id_usuario, l.id_curso, o.numero, o.total_centimos > 0 AND l.precio_centimos > 0 AS costo
      FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id AND l.id_curso = ANY (${sql.param(cursos)}::bigint[])
      WHERE o.estado = 'pagada' AND l.cerrada_en IS NULL AND o.id_usuario = ANY (${sql.param(ids)}::bigint[]) ORDER BY costo, o.pagada_en`,
  )
  return byPlace(rows)
}

type Work = { account: Account; done: Enrolled; seat: Seat; before: Stored | undefined }
type Change = Pick<Enrolled, 'hecho' | 'antes' | 'hasta'>

/** What was bought is never shortened: it is suspended by an act of its own. */
export function refusedDay({ hasta, antes }: Omit<Change, 'hecho'>, order: Bought | undefined): string | null {
  const shorter = hasta !== null && (antes === null || hasta < antes)
  if (!order?.costo || !shorter) return null
  return `Ya pagó este curso (orden ${shortNumber(order.numero)}): no lleva último día. Para quitarle el acceso, suspende su matrícula.`
}

/** @throws DATOS_INVALIDOS under `<position>.hasta` */
function checkBought(works: Work[], orders: Map<string, Bought>, curso: number): void {
  const errors = works.flatMap(({ account, done }, at) => {
    const why = refusedDay(done, orders.get(placeOf(account.id, curso)))
    return why ? [[`${at}.hasta`, [why]]] : []
  })
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors))
}

/** An enrolment to be written; `nueva`: its account was made with it. */
export type Opening = { id_usuario: number; id_curso: number; nueva: boolean } & Change

const isOpened = ({ hecho }: Pick<Change, 'hecho'>): boolean => hecho === 'matriculada' || hecho === 'reabierta'

export async function writeEnrolments(tx: Db, openings: Opening[]): Promise<void> {
  const rowOf = ({ id_usuario, id_curso, hasta }: Opening) => ({ id_usuario, id_curso, fecha_vencimiento: hasta })
  const opened = openings.filter(isOpened)
  const [invited, known] = [true, false].map((made) => opened.filter(({ nueva }) => nueva === made).map(rowOf))
  // The invitation already welcomes to the course.
  await enrol(tx, invited ?? [], { silent: true })
  await enrol(tx, known ?? [], { renew: true })
  await setLastDays(tx, openings.filter(({ hecho }) => hecho === 'ultimo_dia').map(rowOf))
}

type Groups = Map<number, LockedGroup>

/** A change of group; `antes` is the name of the one before. */
export type Moved = Pick<Change, 'hecho'> & {
  id_usuario: number
  id_curso: number
  curso: string
  antes: string | null
  grupo: LockedGroup | null
}

/** Puts people in their groups, and tells those whose enrolment was live. */
export async function writeSeats(tx: Db, moved: Moved[]): Promise<void> {
  const written = await seat(
    tx,
    moved.map(({ id_usuario, id_curso, grupo }) => ({ id_usuario, id_curso, id_grupo: grupo?.id ?? null })),
  )
  const versions = new Map(written.map((row) => [placeOf(row.id_usuario, row.id_curso), row.version]))
  const told = moved.flatMap(({ hecho, ...one }) => {
    const version = versions.get(placeOf(one.id_usuario, one.id_curso))
    return version === undefined || isOpened({ hecho }) ? [] : [{ ...one, version }]
  })
  await tellOfGroups(tx, told)
}

const movedIn = (works: Work[], course: Course, groups: Groups): Moved[] =>
  works
    .filter((work) => work.seat.grupo !== (work.before?.id_grupo ?? null))
    .map(({ account, before, done: { hecho }, seat: { grupo } }) => {
      const whose = { id_usuario: account.id, id_curso: course.id, curso: course.nombre }
      return { ...whose, hecho, antes: before?.grupo ?? null, grupo: groups.get(grupo ?? 0) ?? null }
    })

type Accounts = { byMail: Map<string, Account>; made: Set<string>; renamed: Set<number> }

/** What is to be done with each, in the order of `people`, whose enrolments are locked. */
async function plan(tx: Db, course: Course, people: Enrollee[], { byMail, made, renamed }: Accounts): Promise<Work[]> {
  const stored = await lockStored(tx, [course.id], [...byMail.values()])
  return people.map((person): Work => {
    const account = byMail.get(person.correo)
    if (!account) throw new Error(`the account of ${person.correo} was not made`)
    const before = stored.get(placeOf(account.id, course.id))
    const { id, nombre, correo } = account
    const marks = { cuenta_nueva: made.has(person.correo), renombrada: renamed.has(id) }
    const { hecho, ...days } = decide(before, person.hasta, course.hoy)
    const place = seatOf(before, person.grupo)
    const moved = hecho === 'sin_cambio' && place.grupo !== before?.id_grupo
    const done = { id_usuario: id, correo, nombre, ...marks, ...days, hecho: moved ? ('grupo' as const) : hecho }
    return { account, before, seat: place, done }
  })
}

function actOf({ account, before, seat: { grupo }, done }: Work, course: Course, groups: Groups): Act {
  const { hecho, antes, hasta, cuenta_nueva, renombrada } = done
  const marks = { ...(cuenta_nueva && { cuenta_nueva }), ...(renombrada && { renombrada }) }
  const moved = grupo !== (before?.id_grupo ?? null)
  const place = moved && { grupo: groups.get(grupo ?? 0)?.nombre ?? null, grupo_antes: before?.grupo ?? null }
  return auditOf(account, course, { hecho, antes, hasta, ...marks, ...place })
}

/**
 * Enrols people in a course (docs/product/learning.md 1.8), and makes and invites accounts where there are none: all or
 * none. Repeatable: a live enrolment stays, but for its last day and its group where one is given. Returns what was done, in
 * the order of `people`. In one transaction with other courses, {@link lockGroupsFor} comes before all of them.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS with every mistake, under `<position>.<field>`; under `grupo` with the group of `all`
 */
export async function enrolPeople(
  db: Db,
  jobs: Jobs,
  idCurso: number,
  people: Enrollee[],
  all: { grupo?: number | undefined } = {},
): Promise<Enrolled[]> {
  const password_hash = await unknownPassword()
  return db.transaction(async (tx) => {
    const course = await lockCourse(tx, idCurso)
    if (course.archivado) throw invalid('curso', 'El curso está archivado.')
    const accounts = await openAccounts(tx, jobs, people, course, password_hash)
    const groups = await lockGroupsFor(tx, course.id_cliente, [idCurso], people)
    const works = await plan(tx, course, people, accounts)
    const seats = works.map((work) => work.seat)
    checkSeats(idCurso, seats, groups, all.grupo)
    checkBought(works, await ordersOf(tx, [idCurso], [...accounts.byMail.values()]), idCurso)
    await writeEnrolments(
      tx,
      works.map(({ account, done }) => ({
        ...done,
        id_usuario: account.id,
        id_curso: idCurso,
        nueva: done.cuenta_nueva,
      })),
    )
    await writeSeats(tx, movedIn(works, course, groups))
    const changed = works.filter(({ done }) => done.hecho !== 'sin_cambio' || done.renombrada)
    await audit(tx, 'gestion', ...changed.map((work) => actOf(work, course, groups)))
    return works.map(({ done }) => done)
  })
}
