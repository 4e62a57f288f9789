import { IdParams, listOf, Message, maybeOf, oneOf, PageQuery, PathId, pageOf } from '@campus/contract/common'
import {
  DecisionBody,
  Draft,
  DraftBody,
  DraftKey,
  FollowBody,
  Forum,
  ForumBody,
  ForumDetail,
  FoundForum,
  FoundPost,
  Mentionable,
  ReadBody,
  Report,
  SearchQuery,
} from '@campus/contract/forums'
import { FORUMS_PER_PAGE } from '@campus/contract/rules'
import { z } from 'zod'
import { invalid } from '../../platform/http/failures.ts'
import { readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { dropDraft, findDraft, keepDraft, sweepDrafts } from './drafts.ts'
import { createForum, deleteForum, editForum, findForum, togglePinned } from './forums.ts'
import { listForums, listGeneral, listOfCourse, listOfModule, listRecent } from './lists.ts'
import { decideReport, listReports } from './moderation.ts'
import { sweepPictures, uploadPicture } from './pictures.ts'
import { postRoutes } from './posts.routes.ts'
import { follow, markRead } from './reading.ts'
import { searchForums, searchPeople, searchPosts } from './search.ts'

const tags = ['Foros']
const config = { access: 'signed' as const }
const said = (text: string) => ({ message: text, mensaje: text })
const Paged = PageQuery.extend({
  per_page: z.coerce.number().int().min(1).max(100).default(FORUMS_PER_PAGE),
})
const SearchForums = SearchQuery.extend({ ...Paged.shape, id_curso: PathId.optional() })
const ForumsQuery = Paged.extend({
  orden: z.enum(['recientes'], 'El orden no es válido.').optional(),
  id_curso: PathId.optional(),
})

function listRoutes(app: App, { db }: Deps): void {
  const response = { 200: pageOf(Forum) }
  app.get('/api/foros', { config, schema: { tags, querystring: ForumsQuery, response } }, async (request) => {
    const { orden, id_curso, ...paged } = request.query
    const identity = identityOf(request)
    return { data: orden ? await listRecent(db, identity, paged, id_curso) : await listForums(db, identity, paged) }
  })
  app.get(
    '/api/foros/curso/:id',
    { config, schema: { tags, params: IdParams, querystring: Paged, response } },
    async (request) => ({ data: await listOfCourse(db, identityOf(request), request.params.id, request.query) }),
  )
  app.get(
    '/api/foros/modulo/:id',
    { config, schema: { tags, params: IdParams, querystring: Paged, response } },
    async (request) => ({ data: await listOfModule(db, identityOf(request), request.params.id, request.query) }),
  )
  app.get('/api/foros/generales', { config, schema: { tags, querystring: Paged, response } }, async (request) => ({
    data: await listGeneral(db, identityOf(request), request.query),
  }))
  app.get(
    '/api/foros/buscar',
    { config, schema: { tags, querystring: SearchForums, response: { 200: pageOf(FoundForum) } } },
    async (request) => ({ data: await searchForums(db, identityOf(request), request.query) }),
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
    async (request) => ({ data: await searchPosts(db, identityOf(request), request.query) }),
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
    return said('Foro eliminado')
  })
  app.put(
    '/api/foros/:id/toggle-pinned',
    { config: { access: 'staff' }, schema: { tags, params, response } },
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
    async (request) => ({
      data: await searchPeople(db, identityOf(request), request.params.id, request.query.q),
    }),
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
      data: await keepDraft(db, identityOf(request).id, request.params.clave, request.body.contenido),
    }),
  )
  app.delete(
    '/api/borradores/:clave',
    { config, schema: { tags, params, response: { 200: Message } } },
    async (request) => {
      await dropDraft(db, identityOf(request).id, request.params.clave)
      return said('Borrador eliminado')
    },
  )
}

function staffCalls(app: App, { db }: Deps): void {
  const staff = { access: 'staff' as const }
  app.get(
    '/api/reportes-foro',
    { config: staff, schema: { tags, querystring: PageQuery, response: { 200: pageOf(Report) } } },
    async (request) => ({
      data: await listReports(db, identityOf(request), request.query.page, request.query.per_page),
    }),
  )
  app.put(
    '/api/reportes-foro/:id',
    { config: staff, schema: { tags, params: IdParams, body: DecisionBody, response: { 200: Message } } },
    async (request) => {
      await decideReport(db, identityOf(request), request.params.id, request.body)
      return said('Decisión guardada')
    },
  )
}

/** Forums and their posts (storefront.md section 7, contract section 4 "Forums and posts"). */
export function forumRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps)
  forumCalls(app, deps)
  readerCalls(app, deps)
  draftCalls(app, deps)
  staffCalls(app, deps)
  postRoutes(app, deps)
  deps.jobs.define('limpiar-borradores', () => sweepDrafts(deps.db), { cron: '20 4 * * *' })
  deps.jobs.define('limpiar-imagenes', () => sweepPictures(deps.db, deps.storage), { cron: '40 4 * * *' })
}
