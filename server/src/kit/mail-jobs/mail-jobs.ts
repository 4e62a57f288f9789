import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'

/** What the brand's staff sees of a mail whose job was given up; `usuario` is null without an account. */
export type MailOf = { marca: number; usuario: number | null; asunto: string }

/** Its key in the job's data. */
const MAIL = '_correo'

/** The data of a job that sends a mail. */
export const mailJob = <Data extends object>(data: Data, correo: MailOf) => ({ ...data, [MAIL]: correo })

const ofBrand = (db: Db, marca: number) => ({ db, data: { [MAIL]: { marca } } })

export const countFailedMailJobs = (db: Db, jobs: Jobs, marca: number): Promise<number> =>
  jobs.countFailed(ofBrand(db, marca))

type Failed = MailOf & { id: string; fecha: Date; error: object }

/** Failed jobs are read whole, so longer lists are only counted. */
const MAX_READ = 500

/** Newest first; empty when there are more than {@link MAX_READ}. */
export async function listFailedMailJobs(
  db: Db,
  jobs: Jobs,
  marca: number,
): Promise<{ total: number; mails: Failed[] }> {
  const total = await countFailedMailJobs(db, jobs, marca)
  const found = total > MAX_READ ? [] : await jobs.listFailed<{ [MAIL]: MailOf }>(ofBrand(db, marca))
  const mails = found.map(({ id, data, createdOn, sourceOutput }) => {
    // The date is a text when the caller's driver read it.
    return { ...data[MAIL], id, fecha: new Date(createdOn), error: sourceOutput ?? {} }
  })
  return { total, mails: mails.toSorted((one, other) => other.fecha.getTime() - one.fecha.getTime()) }
}

/** This one, or the oldest 1,000; returns how many. */
export const retryFailedMailJobs = (tx: Db, jobs: Jobs, marca: number, id?: string): Promise<number> =>
  jobs.retryFailed({ ...ofBrand(tx, marca), ...(id && { ids: [id] }) })
