import { countFailedMails, retryFailedMails } from '../features/notifications/mails.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createJobs, type FailedJob, type Jobs } from '../platform/jobs.ts'
import { openServer, StartError } from '../start.ts'

const USAGE = `
  npm run jobs -- list                muestra las tareas y los correos que se abandonaron tras dos días de intentos
  npm run jobs -- retry <id> [<id>…]  vuelve a enviar esas tareas
  npm run jobs -- retry all           vuelve a enviar todas las tareas y los correos de avisos
`

/** Rows that fit a screen; the rest is counted. */
const MOST_LISTED = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A mistake of the operator; its message says which. */
class UsageError extends Error {}

type Work = (jobs: Jobs, database: Database, args: string[]) => Promise<string>

const when = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')
const lineOf = ({ id, cola, fallo, error }: FailedJob) => `${id}  ${when(fallo)}  ${cola.padEnd(28)}  ${error}`

const list: Work = async (jobs, { db }) => {
  const failed = await jobs.listFailed()
  const mails = await countFailedMails(db)
  const more = failed.length > MOST_LISTED ? [`… y ${failed.length - MOST_LISTED} más`] : []
  const total = `${failed.length} tareas abandonadas, ${mails} correos de avisos abandonados.`
  return [...failed.slice(0, MOST_LISTED).map(lineOf), ...more, total].join('\n')
}

const retry: Work = async (jobs, { db }, ids) => {
  if (ids[0] === 'all') {
    const [sent, mails] = [await jobs.retryFailed(), await retryFailedMails(db)]
    return `Se envían otra vez ${sent} tareas y ${mails} correos de avisos.`
  }
  if (ids.length === 0 || !ids.every((id) => UUID.test(id))) throw new UsageError(USAGE)
  const sent = await jobs.retryFailed(ids)
  if (sent === 0) throw new UsageError('Ninguna tarea abandonada tiene ese id. Míralos con: npm run jobs -- list')
  return `Se envían otra vez ${sent} tareas.`
}

/** Works with the database of the program's own configuration, running or not. */
async function run(work: Work, args: string[]): Promise<string> {
  const { url, embedded } = await openServer(readConfig(process.env))
  const database = openDatabase(url, { pool: 1, name: 'campus-jobs-cli' })
  const jobs = createJobs(url, (error) => console.error(error.message))
  try {
    await jobs.start({ work: false })
    return await work(jobs, database, args)
  } finally {
    await jobs.stop()
    await database.close()
    await embedded?.stop()
  }
}

const [command, ...args] = process.argv.slice(2)
const work = { list, retry }[command ?? '']
if (!work) {
  console.error(USAGE)
  process.exit(2)
}
try {
  console.log(await run(work, args))
} catch (error) {
  const known = error instanceof UsageError || error instanceof StartError || error instanceof ConfigError
  if (known) console.error(error.message)
  else console.error('No se pudo.', error)
  process.exit(1)
}
