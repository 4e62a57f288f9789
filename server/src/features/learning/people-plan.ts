import { formatLimaDate } from '@campus/contract/formats'
import { quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { type LockedGroup, placesIn } from '../groups/groups.ts'
import { type Account, type Accounts, checkAccount, documentKey, findAccounts } from './enrollees.ts'
import { decide, type Enrolled, lockStored, ordersOf, placeOf, refusedDay, type Stored, seatOf } from './enrolling.ts'
import { lockGroupsFor } from './group-places.ts'
import { LIMA_TODAY } from './learning.ts'
import { type ListedStudent, Wrong } from './people-line.ts'

/** A line whose person was read; `antes`: a line before makes the account, where there is none. */
export type Line = { fila: number; person: ListedStudent; antes: boolean; aviso?: string | undefined }

/** `mueve`: the group to which it moves. */
type Enrolment = { curso: number; nombre: string; mueve: LockedGroup | null; grupo_antes: string | null } & Pick<
  Enrolled,
  'hecho' | 'antes' | 'hasta'
>
export type Missing = Partial<Pick<ListedStudent, 'tipo_documento' | 'numero_documento' | 'telefono'>>

/** What a line does. Without an account one is made. */
export type Planned = {
  line: Line
  account: Account | undefined
  missing: Missing
  enrolment: Enrolment | undefined
  hace: 'crear' | 'matricular' | 'cambiar' | 'igual'
  texto: string
}
type Refused = { fila: number; mensaje: string; campo: Wrong['campo'] }
export type Plan = { planned: Planned[]; errores: Refused[] }

type Course = { id: number; nombre: string; archivado: boolean }

/** Everything that lines are compared with, locked. */
type Standing = {
  brand: number
  hoy: string
  accounts: Accounts
  courses: Map<number, Course>
  groups: Groups
  /** Takes a place of a group, or says why there is none. */
  take: ReturnType<typeof placesIn>
  stored: Map<string, Stored>
  orders: Awaited<ReturnType<typeof ordersOf>>
}

type Groups = { byLine: Map<number, number>; locked: Map<number, LockedGroup> }

/** The groups that lines name, by their line; those that do not exist are missing. */
async function readGroups(tx: Db, brand: number, cursos: number[], lines: Line[]): Promise<Groups> {
  const named = lines.flatMap(({ fila, person: { curso, grupo } }) => (curso && grupo ? [{ fila, curso, grupo }] : []))
  const found = await query<{ fila: number; id: number }>(
    tx,
    sql`SELECT x.fila, g.id FROM ${recordset(named, 'x(fila int, curso bigint, grupo text)')}
      JOIN grupos g ON g.id_curso = x.curso AND sin_acentos(g.nombre) = sin_acentos(x.grupo)`,
  )
  const byLine = new Map(found.map(({ fila, id }) => [fila, id]))
  const placed = lines.map(({ fila, person: { correo } }) => ({ correo, grupo: byLine.get(fila) }))
  return { byLine, locked: await lockGroupsFor(tx, brand, cursos, placed) }
}

async function readStanding(tx: Db, brand: number, lines: Line[]): Promise<Standing> {
  const people = lines.map(({ person }) => person)
  const ids = [...new Set(people.flatMap(({ curso }) => curso ?? []))]
  const accounts = await findAccounts(tx, people, brand)
  const courses = await query<Course>(
    tx,
    sql`SELECT c.id, c.nombre, c.archivado_en IS NOT NULL AS archivado FROM cursos c
      WHERE c.id_cliente = ${brand} AND c.id = ANY (${sql.param(ids)}::bigint[])`,
  )
  const [day] = await query<{ hoy: string }>(tx, sql`SELECT ${LIMA_TODAY}::text AS hoy`)
  const owned = [...accounts.byMail.values()].filter(({ id_cliente }) => id_cliente === brand)
  const groups = await readGroups(tx, brand, ids, lines)
  return {
    ...{ brand, accounts, groups, hoy: day?.hoy ?? '' },
    take: placesIn(groups.locked),
    courses: new Map(courses.map((course) => [course.id, course])),
    stored: await lockStored(tx, ids, owned),
    orders: await ordersOf(tx, ids, owned),
  }
}

/** A place in the group of the line, or in the one to which they return. @throws Wrong */
function placeIn({ groups, take }: Standing, { fila, person }: Line, stored: Stored | undefined): LockedGroup | null {
  const asked = groups.byLine.get(fila)
  if (person.grupo && asked === undefined) throw new Wrong(`El curso no tiene un grupo ${quoted(person.grupo)}.`)
  const { grupo, ocupa } = seatOf(stored, asked)
  const refusal = grupo === null || ocupa ? null : take(grupo, person.curso ?? 0)
  if (refusal) throw new Wrong(refusal.text)
  return groups.locked.get(asked ?? 0) ?? null
}

/** @throws Wrong */
function enrolmentOf(standing: Standing, line: Line, account: Account | undefined): Enrolment | undefined {
  const { curso, vence } = line.person
  if (!curso) return undefined
  const course = standing.courses.get(curso)
  if (!course) throw new Wrong('El curso ya no está en la academia.')
  if (course.archivado) throw new Wrong('El curso está archivado.')
  if (vence && vence < standing.hoy) throw new Wrong('El último día ya pasó.')
  const place = account && placeOf(account.id, curso)
  const stored = place ? standing.stored.get(place) : undefined
  const done = decide(stored, vence, standing.hoy)
  const why = place && refusedDay(done, standing.orders.get(place))
  if (why) throw new Wrong(why)
  const group = placeIn(standing, line, stored)
  const mueve = group && group.id !== stored?.id_grupo ? group : null
  return { curso, nombre: course.nombre, mueve, grupo_antes: stored?.grupo ?? null, ...done }
}

/** What an account lacks and the line has. */
function missingOf(
  account: Account | undefined,
  { tipo_documento, numero_documento, telefono }: ListedStudent,
): Missing {
  if (!account) return {}
  return {
    ...(!account.documento && numero_documento && { tipo_documento, numero_documento }),
    ...(!account.telefono && telefono && { telefono }),
  }
}

const until = (hasta: string | null): string => (hasta ? ` hasta el ${formatLimaDate(`${hasta}T12:00:00Z`)}` : '')

/** Each of what a line does, in words. */
function wordsOf({ line, account, missing, enrolment }: Omit<Planned, 'hace' | 'texto'>): string[] {
  const words: string[] = []
  if (!account && !line.antes) words.push('Cuenta nueva')
  if (missing.numero_documento) words.push(`Se completa su ${missing.tipo_documento ?? 'documento'}`)
  if (missing.telefono) words.push('Se completa su teléfono')
  if (!enrolment) return words
  const { hecho, hasta, nombre, mueve } = enrolment
  const course = quoted(nombre)
  if (hecho === 'matriculada') words.push(`Matrícula en ${course}${until(hasta)}`)
  if (hecho === 'reabierta') words.push(`Se reabre su matrícula en ${course}${until(hasta)}`)
  if (hecho === 'ultimo_dia') words.push(`Último día en ${course}: ${until(hasta).replace(' hasta el ', '')}`)
  if (mueve) words.push(`Grupo ${quoted(mueve.nombre)}`)
  return words
}

function doesOf({ line, account, enrolment }: Omit<Planned, 'hace' | 'texto'>, words: string[]): Planned['hace'] {
  if (!account && !line.antes) return 'crear'
  if (enrolment?.hecho === 'matriculada') return 'matricular'
  return words.length > 0 ? 'cambiar' : 'igual'
}

/** @throws Wrong */
function planLine(standing: Standing, line: Line): Planned {
  checkAccount(line.person, standing.accounts, standing.brand, (field, why) => {
    throw new Wrong(why, field === 'correo' ? 'correo' : 'otro')
  })
  const account = standing.accounts.byMail.get(line.person.correo)
  const enrolment = enrolmentOf(standing, line, account)
  const planned = { line, account, missing: missingOf(account, line.person), enrolment }
  const words = wordsOf(planned)
  const texto = words.length > 0 ? words.join('. ') : 'Ya estaba así'
  return { ...planned, hace: doesOf(planned, words), texto: `${texto}.` }
}

/** @throws what is no {@link Wrong} */
export function refused(fila: number, error: unknown): Refused {
  if (!(error instanceof Wrong)) throw error
  return { fila, mensaje: error.message, campo: error.campo }
}

/** What lines would do as things are now, with the enrolments and groups that they touch locked. */
export async function planLines(tx: Db, brand: number, lines: Line[]): Promise<Plan> {
  const standing = await readStanding(tx, brand, lines)
  const plan: Plan = { planned: [], errores: [] }
  for (const line of lines)
    try {
      const planned = planLine(standing, line)
      plan.planned.push(planned)
      // The next line of the same new person must find the document theirs, not free.
      const key = documentKey(line.person)
      if (planned.account && key && planned.missing.numero_documento)
        standing.accounts.byDocument.set(key, planned.account)
    } catch (error) {
      plan.errores.push(refused(line.fila, error))
    }
  return plan
}
