import { nameOfMail, splitName } from '@campus/contract/enrollee-names'
import type { EnrolBody, EnrolledPerson, EnrolmentCourse } from '@campus/contract/enrolments.staff'
import { sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { Failure, fail, invalidFields } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { unknownPassword } from '../accounts/accounts.ts'
import type { Enrollee } from './enrollees.ts'
import { enrolPeople, openStudents } from './enrolling.ts'
import { checkSeats, lockGroupsFor } from './group-places.ts'

const LISTS = limit('matricular_usuario', 60, 60 * 60)
/** Each tells something of an account. */
export const REFUSED_MAILS = limit('correos_rechazados_usuario', 100, 60 * 60)

export const enrolmentCourses = (db: Db, { id_cliente }: Identity): Promise<EnrolmentCourse[]> =>
  query<EnrolmentCourse>(
    db,
    sql`SELECT c.id, c.nombre, c.estado = 0 AS oculto FROM cursos c
      WHERE c.id_cliente = ${id_cliente} AND c.archivado_en IS NULL ORDER BY ${alphabetical(sql`c.nombre`)}, c.id`,
  )

async function requireCourses(tx: Db, { id_cliente }: Identity, cursos: number[]): Promise<void> {
  const found = await query(
    tx,
    sql`SELECT c.id FROM cursos c WHERE c.id_cliente = ${id_cliente} AND c.id = ANY (${sql.param(cursos)}::bigint[])`,
  )
  if (found.length < cursos.length) throw fail('NO_ENCONTRADO')
}

type Listed = EnrolBody['personas'][number]

type Payment = NonNullable<EnrolBody['pago']>

/** Sells courses to each person in the caller's transaction: of the feature above, which knows enrolments. */
export type SellToEach = (
  tx: Db,
  jobs: Jobs,
  identity: Identity,
  sale: Payment & {
    cursos: number[]
    grupos?: { id_curso: number; id_grupo: number }[]
    personas: { usuario: number; correo: string; operacion: string | null }[]
  },
) => Promise<void>

function namesOf({ correo, nombres, apellidos }: Listed) {
  if (!nombres) return { guessed: true, ...nameOfMail(correo) }
  return { guessed: false, ...(apellidos ? { nombres, apellidos } : splitName(nombres)) }
}

/** @throws DATOS_INVALIDOS */
function enrolleesOf({ personas, hasta, grupo }: EnrolBody): Enrollee[] {
  const people = personas.map((person) => {
    return { correo: person.correo, numero_documento: person.numero_documento, ...namesOf(person), hasta, grupo }
  })
  const nameless = people.flatMap(({ apellidos, guessed }, at) =>
    apellidos === '' && !guessed ? [`${at}.apellidos`] : [],
  )
  if (nameless.length > 0)
    throw invalidFields(Object.fromEntries(nameless.map((field) => [field, ['Escribe también los apellidos.']])))
  return people
}

/** Counts the mails that a list's refusal tells of, and leaves a line. @throws DEMASIADOS_INTENTOS instead */
async function countRefused(db: Db, identity: Identity, { personas, cursos }: EnrolBody, refusal: unknown) {
  const fields = refusal instanceof Failure ? Object.keys(refusal.details.errors ?? {}) : []
  const rechazados = fields.filter((field) => field.endsWith('.correo')).length
  if (rechazados === 0) return
  const detalle = { hecho: 'correos rechazados', rechazados, personas: personas.length, cursos: cursos.length }
  await audit(db, 'gestion', { objeto: 'matriculas', detalle })
  await throttle(db, REFUSED_MAILS, String(identity.id), rechazados)
}

type Doing = { tx: Db; jobs: Jobs; identity: Identity; people: Enrollee[]; password_hash: string }

/** Each buys the courses. */
async function enrolPaid(doing: Doing, { cursos, personas, grupo }: EnrolBody, pago: Payment, sell: SellToEach) {
  const { tx, jobs, identity, people, password_hash } = doing
  const groups = await lockGroupsFor(tx, identity.id_cliente, cursos, people)
  const students = await openStudents(tx, jobs, cursos[0] ?? 0, people, password_hash)
  const buyers = students.map(({ id, correo }, at) => {
    return { usuario: id, correo, operacion: personas[at]?.operacion ?? null }
  })
  const [curso = 0] = cursos
  if (grupo !== undefined) {
    checkSeats(
      curso,
      students.map(() => ({ grupo, ocupa: false })),
      groups,
      grupo,
    )
  }
  const grupos = grupo === undefined ? [] : [{ id_curso: curso, id_grupo: grupo }]
  await sell(tx, jobs, identity, { ...pago, cursos, grupos, personas: buyers })
  return cursos.flatMap((id_curso) =>
    students.map(({ id, correo, nombre, cuenta_nueva }): EnrolledPerson => {
      return { id_curso, id_usuario: id, correo, nombre, cuenta_nueva, hecho: 'matriculada', hasta: null }
    }),
  )
}

/**
 * {@link enrolPeople} in several courses of the caller's brand: all or none (docs/product/learning.md 1.8). With a payment
 * each person's are a sale.
 * @throws NO_ENCONTRADO, SIN_PERMISO, DEMASIADOS_INTENTOS, YA_MATRICULADO, OPERACION_REPETIDA, DATOS_INVALIDOS with every
 * mistake, under `<position>.<field>`
 */
export async function enrolByHand(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  body: EnrolBody,
  sell: SellToEach,
): Promise<EnrolledPerson[]> {
  const { pago } = body
  if (pago && !can(identity, 'ventas.registrar')) throw fail('SIN_PERMISO')
  const people = enrolleesOf(body)
  await throttle(db, LISTS, String(identity.id))
  const password_hash = pago ? await unknownPassword() : ''
  const enrolled = db.transaction(async (tx) => {
    await requireCourses(tx, identity, body.cursos)
    if (pago) return enrolPaid({ tx, jobs, identity, people, password_hash }, body, pago, sell)
    await lockGroupsFor(tx, identity.id_cliente, body.cursos, people)
    const done: EnrolledPerson[] = []
    for (const id_curso of body.cursos)
      for (const { renombrada: _, antes: __, ...enrolled } of await enrolPeople(tx, jobs, id_curso, people, body))
        done.push({ id_curso, ...enrolled })
    return done
  })
  return enrolled.catch(async (refusal) => {
    await countRefused(db, identity, body, refusal)
    throw refusal
  })
}
