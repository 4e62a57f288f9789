import {
  IdParams,
  listOf,
  Message,
  maybeOf,
  messageBody,
  oneOf,
  PageQuery,
  PathId,
  pageOf,
} from '@campus/contract/common'
import {
  DecisionBody,
  Draft,
  DraftBody,
  DraftKey,
  FollowBody,
  Forum,
  ForumBody,
  ForumDetail,
  ForumNews,
  FoundForum,
  FoundPost,
  Mentionable,
  PostLikes,
  PostVersion,
  ReadBody,
  Report,
  ReportBody,
  ResolvedReport,
  SearchQuery,
} from '@campus/contract/forums'
import { FORUM_ORDERS, FORUMS_PER_PAGE } from '@campus/contract/rules'
import { z } from 'zod'
import { invalid } from '../../platform/failures.ts'
import { readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { search } from '../../platform/http/searches.ts'
import { deleteDraft, findDraft, saveDraft, sweepDrafts } from './drafts.ts'
import { createForum, deleteForum, editForum, findForum, likeForum, togglePinned } from './forums.ts'
import { listForumVersions } from './history.ts'
import { findNews, listForums, listGeneral, listOfCourse, listOfModule } from './lists.ts'
import { decideReport, listReports, reportForum } from './moderation.ts'
import { sweepPictures, uploadPicture } from './pictures.ts'
import { postRoutes } from './posts.routes.ts'
import { follow, markRead } from './read-markers.ts'
import { searchForums, searchPeople, searchPosts } from './search.ts'

const tags = ['Foros']
const config = { access: 'signed' as const }
const Paged = PageQuery.extend({
  per_page: z.coerce.number().int().min(1).max(100).default(FORUMS_PER_PAGE),
})
const SearchForums = SearchQuery.extend({ ...Paged.shape, id_curso: PathId.optional() })
const ForumsQuery = Paged.extend({
  orden: z.enum(FORUM_ORDERS, 'El orden no es válido.').optional(),
})
const EveryForumQuery = ForumsQuery.extend({
  id_curso: PathId.optional(),
})

function listRoutes(app: App, { db }: Deps): void {
  const response = { 200: pageOf(Forum) }
  app.get('/api/foros', { config, schema: { tags, querystring: EveryForumQuery, response } }, async (request) => {
    const { id_curso, ...listing } = request.query
    return { data: await listForums(db, identityOf(request), listing, id_curso) }
  })
  app.get(
    '/api/foros/novedades',
    { config, schema: { tags, response: { 200: oneOf(ForumNews) } } },
    async (request) => ({
      data: await findNews(db, identityOf(request)),
    }),
  )
  app.get(
    '/api/foros/curso/:id',
    { config, schema: { tags, params: IdParams, querystring: ForumsQuery, response } },
    async (request) => ({ data: await listOfCourse(db, identityOf(request), request.params.id, request.query) }),
  )
  app.get(
    '/api/foros/modulo/:id',
    { config, schema: { tags, params: IdParams, querystring: ForumsQuery, response } },
    async (request) => ({ data: await listOfModule(db, identityOf(request), request.params.id, request.query) }),
  )
  app.get(
    '/api/foros/generales',
    { config, schema: { tags, querystring: ForumsQuery, response } },
    async (request) => ({
      data: await listGeneral(db, identityOf(request), request.query),
    }),
  )
  app.get(
    '/api/foros/buscar',
    { config, schema: { tags, querystring: SearchForums, response: { 200: pageOf(FoundForum) } } },
    async (request) => {
      const identity = identityOf(request)
      return { data: await search(db, (tx) => searchForums(tx, identity, request.query)) }
    },
  )
  app.get(
    '/api/posts-foro/buscar',
    {
      config,
      schema: {
        tags,
        querystring: SearchForums.extend({ id_foro: PathId.optional() }),
        response: { 200: pageOf(FoundPost) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      return { data: await search(db, (tx) => searchPosts(tx, identity, request.query)) }
    },
  )
}

function forumCalls(app: App, { db }: Deps): void {
  const params = IdParams
  const response = { 200: oneOf(ForumDetail) }
  app.get('/api/foros/:id', { config, schema: { tags, params, response } }, async (request) => ({
    data: await findForum(db, identityOf(request), request.params.id),
  }))
  app.post(
    '/api/foros',
    { config, schema: { tags, body: ForumBody, response: { 201: oneOf(ForumDetail) } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createForum(db, identityOf(request), request.body) }),
  )
  app.put('/api/foros/:id', { config, schema: { tags, params, body: ForumBody, response } }, async (request) => ({
    data: await editForum(db, identityOf(request), request.params.id, request.body),
  }))
  app.delete('/api/foros/:id', { config, schema: { tags, params, response: { 200: Message } } }, async (request) => {
    await deleteForum(db, identityOf(request), request.params.id)
    return messageBody('Foro eliminado')
  })
  for (const [method, liked] of [
    ['put', true],
    ['delete', false],
  ] as const)
    app[method](
      '/api/foros/:id/like',
      { config, schema: { tags, params, response: { 200: oneOf(PostLikes) } } },
      async (request) => ({ data: await likeForum(db, identityOf(request), request.params.id, liked) }),
    )
  app.get(
    '/api/foros/:id/historial',
    { config, schema: { tags, params, response: { 200: listOf(PostVersion) } } },
    async (request) => ({ data: await listForumVersions(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/foros/:id/reportes',
    { config, schema: { tags, params, body: ReportBody, response: { 201: Message } } },
    async (request, reply) => {
      await reportForum(db, identityOf(request), request.params.id, request.body)
      return reply.status(201).send(messageBody('Gracias. El equipo lo revisará.'))
    },
  )
  app.put(
    '/api/foros/:id/toggle-pinned',
    { config: { access: 'moderar' }, schema: { tags, params, response } },
    async (request) => ({ data: await togglePinned(db, identityOf(request), request.params.id) }),
  )
}

function readerCalls(app: App, { db, storage }: Deps): void {
  const params = IdParams
  app.put(
    '/api/foros/:id/seguimiento',
    { config, schema: { tags, params, body: FollowBody, response: { 200: oneOf(FollowBody) } } },
    async (request) => ({
      data: await follow(db, identityOf(request), request.params.id, request.body.seguimiento),
    }),
  )
  app.put(
    '/api/foros/:id/leido',
    { config, schema: { tags, params, body: ReadBody, response: { 200: oneOf(ReadBody) } } },
    async (request) => ({
      data: await markRead(db, identityOf(request), request.params.id, request.body.ultimo_post),
    }),
  )
  app.get(
    '/api/foros/:id/participantes',
    {
      config,
      schema: {
        tags,
        params,
        querystring: z.object({ q: z.string().trim().max(60, 'Escribe menos.').default('') }),
        response: { 200: listOf(Mentionable) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { params, query } = request
      return { data: await search(db, (tx) => searchPeople(tx, identity, params.id, query.q)) }
    },
  )
  app.post(
    '/api/foros/imagenes',
    {
      config: { ...config, form: z.object({}) },
      schema: { tags, response: { 201: oneOf(z.object({ ruta: z.string() })) } },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const { file } = await readForm(request, 'imagen')
      if (!file) throw invalid('imagen', 'Elige una imagen.')
      return reply.status(201).send({ data: { ruta: await uploadPicture(db, storage, identity.id, file) } })
    },
  )
}

function draftCalls(app: App, { db }: Deps): void {
  const params = DraftKey
  app.get(
    '/api/borradores/:clave',
    { config, schema: { tags, params, response: { 200: maybeOf(Draft) } } },
    async (request) => ({ data: await findDraft(db, identityOf(request).id, request.params.clave) }),
  )
  app.put(
    '/api/borradores/:clave',
    { config, schema: { tags, params, body: DraftBody, response: { 200: maybeOf(Draft) } } },
    async (request) => ({
      data: await saveDraft(db, identityOf(request).id, request.params.clave, request.body.contenido),
    }),
  )
  app.delete(
    '/api/borradores/:clave',
    { config, schema: { tags, params, response: { 200: Message } } },
    async (request) => {
      await deleteDraft(db, identityOf(request).id, request.params.clave)
      return messageBody('Borrador eliminado')
    },
  )
}

function staffCalls(app: App, { db }: Deps): void {
  const staff = { access: 'moderar' as const }
  app.get(
    '/api/reportes-foro',
    { config: staff, schema: { tags, querystring: PageQuery, response: { 200: pageOf(Report) } } },
    async (request) => ({
      data: await listReports(db, identityOf(request), request.query.page, request.query.per_page),
    }),
  )
  app.put(
    '/api/reportes-foro/:id',
    {
      config: staff,
      schema: { tags, params: IdParams, body: DecisionBody, response: { 200: Message, 409: ResolvedReport } },
    },
    async (request) => {
      await decideReport(db, identityOf(request), request.params.id, request.body)
      return messageBody('Decisión guardada')
    },
  )
}

/** Forums and their posts (docs/product/community.md 2). */
export function forumRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps)
  forumCalls(app, deps)
  readerCalls(app, deps)
  draftCalls(app, deps)
  staffCalls(app, deps)
  postRoutes(app, deps)
  deps.jobs.define('limpiar-borradores', () => sweepDrafts(deps.jobs.db), { cron: '20 4 * * *' })
  deps.jobs.define('limpiar-imagenes', () => sweepPictures(deps.jobs.db, deps.storage), { cron: '40 4 * * *' })
}
