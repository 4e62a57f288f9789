import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { INVITATION_MAIL } from '../features/accounts/invitations.ts'
import { MAX_PEOPLE } from '../features/learning/enrollees.ts'
import { enrolPeople, suspendPeople } from '../features/learning/enrolling.ts'
import { operatorName } from '../operator.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { Failure } from '../platform/http/failures.ts'
import { createJobs, type Jobs } from '../platform/jobs.ts'
import { openServer, StartError } from '../start.ts'
import { CourseError, findCourse } from './course.ts'
import { LastDay, type Listed, PeopleError, readPeople } from './people.ts'
import { enrolledText, suspendedText } from './report.ts'

const USAGE = `
  npm run enrol -- --curso <clave> <correo o archivo.csv> …   matricula a personas que no pagaron con tarjeta

    --curso <clave>       la del curso en los archivos, también marca/clave, o su número
    --hasta 2026-12-31    el último día de la matrícula; «nunca» quita el que tiene
    --quitar              suspende la matrícula; sin esta opción se abre otra vez

  También "Luz Rojas <luz@prueba.pe>". Columnas del CSV: correo, nombres, apellidos, dni, hasta.
  Hasta ${MAX_PEOPLE} personas por vez; con un error no se escribe nada.
`

type Asked = { curso: string; people: Listed[]; removing: boolean }

class UsageError extends Error {}

/** @throws UsageError, PeopleError */
function readWords(args: string[]): Asked {
  const options = { curso: { type: 'string' }, hasta: { type: 'string' }, quitar: { type: 'boolean' } } as const
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, options, allowPositionals: true })
    } catch (error) {
      throw new UsageError(USAGE, { cause: error })
    }
  })()
  const { curso, quitar: removing = false } = values
  if (!curso || positionals.length === 0 || (removing && values.hasta !== undefined)) throw new UsageError(USAGE)
  const day = LastDay.optional().safeParse(values.hasta)
  if (!day.success) throw new PeopleError([`--hasta: ${day.error.issues[0]?.message}`])
  return { curso, removing, people: readPeople(positionals, { hasta: day.data, removing }) }
}

/** The mistakes that the data had, by the place of each person. */
function placed({ message, details: { errors } }: Failure, people: Listed[]): PeopleError {
  const mistakes = Object.entries(errors ?? { '': [message] }).map(([key, [reason]]) => {
    const place = people[Number.parseInt(key, 10)]?.place
    return place ? `${place}: ${reason}` : String(reason)
  })
  return new PeopleError(mistakes)
}

/** Mails wait in the database for the program, which may not run now. */
const mailText = ({ smtpUrl, dataDir }: Config) =>
  `Los correos los envía el programa: enseguida si está en marcha, o cuando arranque.${
    smtpUrl ? '' : `\nSin SMTP_URL son archivos en ${join(dataDir, 'correo')}`
  }`

async function write(db: Db, jobs: Jobs, { curso, people, removing }: Asked, config: Config): Promise<string> {
  const course = await findCourse(db, curso)
  const by = { operador: operatorName() }
  const mails = people.map(({ correo }) => correo)
  const hidden = course.publicado ? '' : ' Sin publicar: lo ven solo quienes están matriculados.'
  const title = `Curso ${course.id}, ${course.clave}: ${course.nombre}.${hidden}`
  try {
    if (removing) return `${title}\n${suspendedText(await suspendPeople(db, course.id, mails, by))}`
    const done = await enrolPeople(db, jobs, course.id, people, by)
    const mailed = done.some(({ hecho }) => hecho === 'matriculada')
    return [title, enrolledText(done, people), ...(mailed ? [mailText(config)] : [])].join('\n')
  } catch (error) {
    throw error instanceof Failure ? placed(error, people) : error
  }
}

/** A long list takes longer than a request may, and waits for another one. */
const LIMITS = { statement: 120_000, lock: 120_000, idleInTransaction: 120_000, query: 0 }

/** Uses the configured database, whether the app runs or not. */
async function run(asked: Asked): Promise<string> {
  const config = readConfig(process.env)
  const { url, embedded } = await openServer(config)
  try {
    await migrateDatabase(url)
    const database = openDatabase(url, { pool: 1, name: 'campus-enrol', limits: LIMITS })
    const jobs = createJobs(url, (error) => console.error(error.message))
    // The queue may be missing where the program never ran; its mails are sent by the program alone.
    jobs.define(INVITATION_MAIL, async () => undefined)
    try {
      await jobs.start({ work: false })
      return await write(database.db, jobs, asked, config)
    } finally {
      await jobs.stop()
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}

try {
  console.log(await run(readWords(process.argv.slice(2))))
} catch (error) {
  const known = [UsageError, CourseError, StartError, ConfigError].some((kind) => error instanceof kind)
  if (error instanceof PeopleError)
    console.error(`${error.message}\n\nErrores: ${error.mistakes.length}; no se escribió nada.`)
  else if (known && error instanceof Error) console.error(error.message)
  else console.error('No se escribió nada.', error)
  process.exit(error instanceof UsageError ? 2 : 1)
}
