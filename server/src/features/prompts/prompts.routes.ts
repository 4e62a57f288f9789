import { IdParams, listOf, oneOf, pageOf, pageQueryUpTo } from '@campus/contract/common'
import { GenerateBody, GeneratedPrompt, PromptHistory, PromptTopic, PromptTopicDetail } from '@campus/contract/prompts'
import { CreatedTopic, NewTopic, OrderedTopics, TopicRows, TopicsOrder, TopicsQuery } from '@campus/contract/site.staff'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { createTopic, listStaffTopics, orderTopics } from './prompts.staff.ts'
import { findTopic, generate, listHistory, listTopics } from './prompts.ts'

/** Keeps a page of the longest prompts below 3 MB. */
const HistoryQuery = pageQueryUpTo(20)

/** The prompt generator (docs/product/community.md 6). */
export function promptRoutes(app: App, { db }: Deps): void {
  const tags = ['Prompts']
  const config = { access: 'signed' as const }
  app.get(
    '/api/temas-prompt',
    { config, schema: { tags, response: { 200: listOf(PromptTopic) } } },
    async (request) => ({
      data: await listTopics(db, identityOf(request)),
    }),
  )
  app.get(
    '/api/temas-prompt/:id',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(PromptTopicDetail) } } },
    async (request) => ({ data: await findTopic(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/prompts-generados/:id/generar',
    { config, schema: { tags, params: IdParams, body: GenerateBody, response: { 200: listOf(GeneratedPrompt) } } },
    async (request) => ({
      data: await generate(db, identityOf(request), request.params.id, request.body.respuestas),
    }),
  )
  app.get(
    '/api/prompts-generados',
    { config, schema: { tags, querystring: HistoryQuery, response: { 200: pageOf(PromptHistory) } } },
    async (request) => ({
      data: await listHistory(db, identityOf(request), request.query.page, request.query.per_page),
    }),
  )
}

/** Topics as staff edit them (docs/product/staff.md 9). */
export function staffPromptRoutes(app: App, { db }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'sitio' as const }
  app.get(
    '/api/gestion/temas',
    { config, schema: { tags, querystring: TopicsQuery, response: { 200: TopicRows } } },
    async (request) => ({ data: await listStaffTopics(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/temas',
    { config, schema: { tags, body: NewTopic, response: { 201: CreatedTopic } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createTopic(db, identityOf(request), request.body) }),
  )
  app.put(
    '/api/gestion/temas/orden',
    { config, schema: { tags, body: TopicsOrder, response: { 200: OrderedTopics } } },
    async (request) => ({ data: await orderTopics(db, identityOf(request), request.body) }),
  )
}
