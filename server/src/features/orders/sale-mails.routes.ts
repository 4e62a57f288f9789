import { OneSaleMails, SaleMailsBody } from '@campus/contract/sale-mails'
import type { App, Deps } from '../../platform/http/http.ts'
import { identityOf } from '../../platform/http/http.ts'
import { dayLetter, saleLetter } from './sale-letters.ts'
import {
  DAY_MAIL,
  type DayMail,
  readSaleMails,
  SALE_MAIL,
  type SaleMail,
  setSaleMails,
  tellOfYesterday,
} from './sale-mails.ts'

function defineJobs({ jobs, mail, config }: Deps): void {
  const { db } = jobs
  jobs.define<SaleMail>(SALE_MAIL, async (sale) => {
    const letter = await saleLetter(db, sale, config.publicUrl)
    if (letter) await mail.send(letter)
  })
  jobs.define<DayMail>(DAY_MAIL, async (day) => {
    const letter = await dayLetter(db, day, config.publicUrl)
    if (letter) await mail.send(letter)
  })
  // The later hours find only what an outage at 8:00 left.
  jobs.define('ventas-de-ayer', () => tellOfYesterday(db, jobs), { cron: '0 8-22 * * *' })
}

/** The mails of sales to who runs the academy, and how often each of them wants one. */
export function saleMailRoutes(app: App, deps: Deps): void {
  defineJobs(deps)
  const tags = ['Notificaciones']
  const config = { access: 'academia' } as const
  app.get(
    '/api/notificaciones/preferencias/ventas',
    { config, schema: { tags, response: { 200: OneSaleMails } } },
    async (request) => ({ data: { cuando: await readSaleMails(deps.db, identityOf(request).id) } }),
  )
  app.put(
    '/api/notificaciones/preferencias/ventas',
    { config, schema: { tags, body: SaleMailsBody, response: { 200: OneSaleMails } } },
    async (request) => {
      await setSaleMails(deps.db, identityOf(request).id, request.body.cuando)
      return { data: request.body }
    },
  )
}
