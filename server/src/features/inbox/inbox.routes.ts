import { listOf } from '@campus/contract/common'
import { Figures, Inbox, QuestionRows, QuestionsQuery, StaffHit, StaffSearchQuery } from '@campus/contract/inbox'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { search } from '../../platform/http/searches.ts'
import { figuresReader } from './figures.ts'
import { readInbox } from './inbox.ts'
import { listQuestions } from './questions.ts'
import { searchStaff } from './search.ts'

export function inboxRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const tags = ['Gestión']
  const config = { access: 'gestion' } as const
  const figures = figuresReader(db)
  app.get('/api/gestion/bandeja', { config, schema: { tags, response: { 200: Inbox } } }, async (request) => ({
    data: await readInbox(deps, identityOf(request)),
  }))
  app.get(
    '/api/gestion/bandeja/cifras',
    { config: { access: 'academia' }, schema: { tags, response: { 200: Figures } } },
    async (request) => ({ data: await figures(identityOf(request)) }),
  )
  app.get(
    '/api/gestion/preguntas',
    {
      config: { access: 'cursos.editar' },
      schema: { tags, querystring: QuestionsQuery, response: { 200: QuestionRows } },
    },
    async (request) => ({ data: await listQuestions(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/buscar',
    { config, schema: { tags, querystring: StaffSearchQuery, response: { 200: listOf(StaffHit) } } },
    async (request) => {
      const { q, tipo } = request.query
      return { data: await search(db, (tx) => searchStaff(tx, identityOf(request), q, tipo)) }
    },
  )
}
