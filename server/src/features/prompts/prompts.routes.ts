import { IdParams, listOf, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { GenerateBody, GeneratedPrompt, PromptHistory, PromptTopic, PromptTopicDetail } from '@campus/contract/prompts'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findTopic, generate, listHistory, listTopics } from './prompts.ts'

/** A page of the longest prompts stays below 3 MB. */
const HistoryQuery = PageQuery.extend({ per_page: z.coerce.number().int().min(1).max(20).default(20) })

/** The prompt generator (storefront.md section 7, contract section 4 "Prompts"). */
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
