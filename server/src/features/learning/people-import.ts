import { scopeOf } from '@campus/contract/permissions'
import { type Act, audit } from '../../kit/audit/audit.ts'
import type { Apply, RunningJob } from '../../kit/batches/batches.ts'
import type { ImportKind, ImportParameters, RowReport } from '../../kit/imports/imports.ts'
import { type Db, lock } from '../../platform/db/database.ts'
import { countUse } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { fillStudents, inviteStudents, unknownPassword } from '../accounts/accounts.ts'
import { findAccounts } from './enrollees.ts'
import { REFUSED_MAILS } from './enrolling.staff.ts'
import { writeEnrolments, writeSeats } from './enrolling.ts'
import { type PeopleParameters, type PeopleRow, peopleCells, readPeople } from './people-file.ts'
import { readLine } from './people-line.ts'
import { type Line, type Plan, type Planned, planLines, refused } from './people-plan.ts'

type Rows = Parameters<Apply>[2]

/** What the rows would do as things are now, with the mistakes of the file itself. */
async function planRows(tx: Db, { id_cliente, parametros }: RunningJob, rows: Rows): Promise<Plan> {
  const lines: Line[] = []
  const wrong: Plan['errores'] = []
  for (const { fila, datos } of rows) {
    const row = datos as PeopleRow
    try {
      lines.push({ fila, antes: row.antes ?? false, ...readLine(parametros as PeopleParameters, row) })
    } catch (error) {
      wrong.push(refused(fila, error))
    }
  }
  const { planned, errores } = await planLines(tx, id_cliente, lines)
  return { planned, errores: [...wrong, ...errores] }
}

function countsOf(planned: Planned[]): Record<string, number> {
  const counts = { crear: 0, matricular: 0, cambiar: 0, igual: 0, avisos: 0 }
  for (const { hace, line } of planned) {
    counts[hace] += 1
    if (line.aviso) counts.avisos += 1
  }
  return counts
}

const TOO_MANY =
  'Hay demasiados correos que no son de alumnos de esta academia. Espera una hora y sube otra vez las filas que faltan.'

/** Refusals of mails tell of other academies' accounts, so they are as limited as those of *Matricular*. */
async function tellsTooMuch(tx: Db, { pedido_por }: RunningJob, { errores }: Plan): Promise<boolean> {
  const told = errores.filter(({ campo }) => campo === 'correo').length
  return told > 0 && (await countUse(tx, REFUSED_MAILS, String(pedido_por), told)) !== null
}

const report: Apply = async (tx, job, rows) => {
  const plan = await planRows(tx, job, rows)
  if (await tellsTooMuch(tx, job, plan))
    return { resultado: countsOf([]), errores: rows.map(({ fila }) => ({ fila, mensaje: TOO_MANY })) }
  const filas = plan.planned.map(({ line: { fila, aviso }, hace, texto }) => {
    return { fila, resultado: { hace, texto, aviso } satisfies RowReport }
  })
  return { resultado: countsOf(plan.planned), filas, errores: plan.errores }
}

/** Rows of one statement, which has 65,535 values at most. */
const SLICE = 1000

const slicesOf = <Item>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / SLICE) }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE))

/** Of each new person the line that makes the account. */
const newcomersIn = (planned: Planned[]): Planned[] => {
  const seen = new Set<string>()
  return planned.filter(({ account, line: { person } }) => {
    if (account || seen.has(person.correo)) return false
    seen.add(person.correo)
    return true
  })
}

/** The ids of all by mail, with accounts for those who have none. */
async function openAccounts(tx: Db, jobs: Jobs, { id_cliente }: RunningJob, planned: Planned[]) {
  const ids = new Map(planned.flatMap(({ account }) => (account ? [[account.correo, account.id] as const] : [])))
  const people = newcomersIn(planned).map(({ line: { person } }) => person)
  if (people.length === 0) return ids
  const password_hash = await unknownPassword()
  for (const slice of slicesOf(people)) {
    const made = await inviteStudents(tx, jobs, slice, { id_cliente, password_hash })
    // The next try plans with their account.
    if (made.length < slice.length) throw new Error('somebody of the file registered meanwhile')
  }
  const { byMail } = await findAccounts(tx, people, id_cliente)
  for (const [correo, { id }] of byMail) ids.set(correo, id)
  return ids
}

type Written = Planned & { usuario: number; nueva: boolean }

function actsOf({ id, id_cliente, pedido_por }: RunningJob, { usuario, nueva, missing, enrolment }: Written): Act[] {
  const by = { sobre: usuario, id_usuario: pedido_por, id_cliente }
  const account = { cuenta_nueva: nueva, trabajo: id }
  const campos = Object.keys(missing).filter((field) => field !== 'tipo_documento')
  const acts: Act[] = []
  if (campos.length > 0)
    acts.push({ ...by, objeto: `usuario:${usuario}`, detalle: { hecho: 'datos completados', campos, trabajo: id } })
  if (enrolment && (enrolment.hecho !== 'sin_cambio' || enrolment.mueve)) {
    const { curso, hecho, antes, hasta, mueve, grupo_antes } = enrolment
    const place = mueve && { grupo: mueve.nombre, grupo_antes }
    const detalle = { hecho: hecho === 'sin_cambio' ? 'grupo' : hecho, antes, hasta, ...place, ...account }
    acts.push({ ...by, objeto: `curso:${curso}`, detalle })
  } else if (nueva) acts.push({ ...by, objeto: `usuario:${usuario}`, detalle: { hecho: 'cuenta creada', ...account } })
  return acts
}

/** Writes what was planned. */
async function write(tx: Db, jobs: Jobs, job: RunningJob, planned: Planned[]): Promise<void> {
  const first = new Set(newcomersIn(planned))
  const ids = await openAccounts(tx, jobs, job, planned)
  const written = planned.map((one): Written => {
    const usuario = ids.get(one.line.person.correo)
    if (usuario === undefined) throw new Error(`the account of line ${one.line.fila} was not made`)
    return { ...one, usuario, nueva: first.has(one) }
  })
  await fillStudents(
    tx,
    written.flatMap(({ usuario, missing }) => (Object.keys(missing).length > 0 ? [{ id: usuario, ...missing }] : [])),
  )
  const enrolments = written.flatMap(({ usuario, nueva, enrolment }) =>
    enrolment ? [{ ...enrolment, id_usuario: usuario, id_curso: enrolment.curso, nueva }] : [],
  )
  await writeEnrolments(tx, enrolments)
  await writeSeats(
    tx,
    enrolments.flatMap(({ id_usuario, id_curso, nombre: curso, hecho, mueve: grupo, grupo_antes: antes }) =>
      grupo ? [{ id_usuario, id_curso, curso, hecho, grupo, antes }] : [],
    ),
  )
  for (const acts of slicesOf(written.flatMap((one) => actsOf(job, one)))) await audit(tx, 'gestion', ...acts)
}

const run: Apply = async (tx, job, rows, jobs) => {
  // As lists of people are: one after the other in a brand.
  await lock(tx, 'matriculas', job.id_cliente)
  const { planned, errores } = await planRows(tx, job, rows)
  const { solo_buenas } = job.parametros as ImportParameters
  if (errores.length > 0 && !solo_buenas) return { resultado: {}, errores, undone: true }
  await write(tx, jobs, job, planned)
  return { resultado: countsOf(planned), errores }
}

/** A file of people: accounts with their invitation, enrolments and groups. */
export const PEOPLE_IMPORT: ImportKind = {
  mayAsk: async (_, { roles }) => scopeOf(roles, 'alumnos.gestionar') !== undefined,
  count: (rows) => (rows === 1 ? 'una persona' : `${rows} personas`),
  read: readPeople,
  cells: peopleCells,
  report,
  run,
}
