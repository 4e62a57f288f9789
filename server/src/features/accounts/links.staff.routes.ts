import { CopiedLink, CopyLinkBody } from '@campus/contract/access-links'
import { IdParams } from '@campus/contract/common'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { copiedLinkLetter } from './accounts.mails.ts'
import { COPIED_LINK_MAIL, type CopiedLinkMail, copyLink } from './links.staff.ts'

export function copiedLinkRoutes(app: App, { db, jobs, mail, config }: Deps): void {
  jobs.define<CopiedLinkMail>(COPIED_LINK_MAIL, async (copied) => {
    const letter = await copiedLinkLetter(jobs.db, copied, config.publicUrl)
    if (letter) await mail.send(letter)
  })

  app.post(
    '/api/gestion/usuarios/:id/enlace',
    {
      config: { access: 'gestion' },
      schema: { tags: ['Gestión'], params: IdParams, body: CopyLinkBody, response: { 200: CopiedLink } },
    },
    async (request) => {
      const { id } = request.params
      const copying = { id, body: request.body, publicUrl: config.publicUrl }
      return { data: await copyLink(db, jobs, identityOf(request), copying) }
    },
  )
}
