import { countFailedMails, retryFailedMails } from '../features/notifications/mails.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createJobs, type Jobs } from '../platform/jobs.ts'
import { openServer, StartError } from '../start/start.ts'

const USAGE = `
  npm run jobs -- list                muestra las tareas y los correos que se abandonaron tras dos días de intentos
  npm run jobs -- retry <id> [<id>…]  vuelve a enviar esas tareas
  npm run jobs -- retry all           vuelve a enviar todas las tareas y los correos de avisos
`

const MAX_LISTED = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

class UsageError extends Error {}

type Work = (jobs: Jobs, database: Database, args: string[]) => Promise<string>

type FailedJob = Awaited<ReturnType<Jobs['listFailed']>>[number]

const MAX_ERROR = 200

/** One line without control characters: part of it may come from a foreign server. */
function errorText({ sourceOutput }: FailedJob): string {
  const message = sourceOutput && 'message' in sourceOutput ? String(sourceOutput.message) : ''
  return message.replace(/\p{C}+/gu, ' ').slice(0, MAX_ERROR)
}

const when = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')
const lineOf = (job: FailedJob) =>
  `${job.id}  ${when(job.createdOn)}  ${(job.sourceName ?? '').padEnd(28)}  ${errorText(job)}`

const list: Work = async (jobs, { db }) => {
  const failed = (await jobs.listFailed()).toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime())
  const mails = await countFailedMails(db)
  const more = failed.length > MAX_LISTED ? [`… y ${failed.length - MAX_LISTED} más`] : []
  const total = `${failed.length} tareas abandonadas, ${mails} correos de avisos abandonados.`
  return [...failed.slice(0, MAX_LISTED).map(lineOf), ...more, total].join('\n')
}

async function retryAll(jobs: Jobs): Promise<number> {
  // Without the date, jobs that fail again meanwhile would be retried forever.
  const createdBefore = new Date()
  let total = 0
  for (let moved = -1; moved !== 0; total += moved) moved = await jobs.retryFailed({ createdBefore })
  return total
}

const retry: Work = async (jobs, { db }, ids) => {
  if (ids[0] === 'all') {
    const [sent, mails] = [await retryAll(jobs), await retryFailedMails(db)]
    return `Se envían otra vez ${sent} tareas y ${mails} correos de avisos.`
  }
  if (ids.length === 0 || !ids.every((id) => UUID.test(id))) throw new UsageError(USAGE)
  const sent = await jobs.retryFailed({ ids })
  if (sent === 0) throw new UsageError('Ninguna tarea abandonada tiene ese id. Míralos con: npm run jobs -- list')
  return `Se envían otra vez ${sent} tareas.`
}

/** Uses the configured database, whether the app runs or not. */
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
