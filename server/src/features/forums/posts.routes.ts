import { IdParams, listOf, Message, messageBody, oneOf, PageQuery, PathId, pageOf } from '@campus/contract/common'
import {
  FlatPost,
  NewPost,
  PostBody,
  PostEditBody,
  PostLikes,
  PostPlace,
  PostVersion,
  ReportBody,
  TopPost,
} from '@campus/contract/forums'
import { POSTS_PER_PAGE } from '@campus/contract/rules'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { listVersions } from './history.ts'
import { reportPost } from './moderation.ts'
import { FOLLOWERS, notifyFollowers } from './notifications.ts'
import { createPost } from './posting.ts'
import { deletePost, editPost, findPost, likePost, listPosts, listReplies, markSolution } from './posts.ts'

const tags = ['Foros']
const config = { access: 'signed' as const }
const params = IdParams
const PostsQuery = PageQuery.extend({
  per_page: z.coerce.number().int().min(1).max(100).default(POSTS_PER_PAGE),
  id_foro: PathId,
})

function readingCalls(app: App, { db }: Deps): void {
  app.get(
    '/api/posts-foro',
    { config, schema: { tags, querystring: PostsQuery, response: { 200: pageOf(TopPost) } } },
    async (request) => ({ data: await listPosts(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/posts-foro/:id',
    { config, schema: { tags, params, response: { 200: oneOf(PostPlace) } } },
    async (request) => ({
      data: await findPost(db, identityOf(request), request.params.id),
    }),
  )
  app.get(
    '/api/posts-foro/:id/respuestas',
    {
      config,
      schema: { tags, params, querystring: PageQuery.pick({ page: true }), response: { 200: pageOf(FlatPost) } },
    },
    async (request) => ({ data: await listReplies(db, identityOf(request), request.params.id, request.query.page) }),
  )
  app.get(
    '/api/posts-foro/:id/historial',
    { config, schema: { tags, params, response: { 200: listOf(PostVersion) } } },
    async (request) => ({ data: await listVersions(db, identityOf(request), request.params.id) }),
  )
}

function writingCalls(app: App, { db, jobs }: Deps): void {
  app.post(
    '/api/posts-foro',
    { config, schema: { tags, body: PostBody, response: { 201: oneOf(NewPost) } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createPost(db, jobs, identityOf(request), request.body) }),
  )
  app.put(
    '/api/posts-foro/:id',
    { config, schema: { tags, params, body: PostEditBody, response: { 200: oneOf(PostPlace) } } },
    async (request) => ({
      data: await editPost(db, identityOf(request), request.params.id, request.body.contenido),
    }),
  )
  app.delete(
    '/api/posts-foro/:id',
    { config, schema: { tags, params, response: { 200: oneOf(z.object({ id: z.int(), queda: z.boolean() })) } } },
    async (request) => ({ data: await deletePost(db, identityOf(request), request.params.id) }),
  )
  for (const [action, liked] of [
    ['like', true],
    ['unlike', false],
  ] as const) {
    app.post(
      `/api/posts-foro/:id/${action}`,
      { config, schema: { tags, params, response: { 200: oneOf(PostLikes) } } },
      async (request) => ({ data: await likePost(db, identityOf(request), request.params.id, liked) }),
    )
  }
  for (const method of ['PUT', 'DELETE'] as const) {
    app.route({
      method,
      url: '/api/posts-foro/:id/solucion',
      config,
      schema: { tags, params, response: { 200: oneOf(FlatPost) } },
      handler: async (request) => ({
        data: await markSolution(db, identityOf(request), request.params.id, method === 'PUT'),
      }),
    })
  }
  app.post(
    '/api/posts-foro/:id/reportes',
    { config, schema: { tags, params, body: ReportBody, response: { 201: Message } } },
    async (request, reply) => {
      await reportPost(db, identityOf(request), request.params.id, request.body)
      return reply.status(201).send(messageBody('Gracias. El equipo lo revisará.'))
    },
  )
}

export function postRoutes(app: App, deps: Deps): void {
  readingCalls(app, deps)
  writingCalls(app, deps)
  deps.jobs.define<{ id: number }>(FOLLOWERS, ({ id }) => notifyFollowers(deps.jobs.db, id))
}
