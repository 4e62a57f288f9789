import { Comment, CommentBody, CommentEditBody, LikeState, Reply } from '@campus/contract/comments'
import { Id, IdParams, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { COMMENTS_PER_PAGE } from '@campus/contract/rules'
import { z } from 'zod'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import {
  deleteComment,
  editComment,
  likeComment,
  listCommentReplies,
  listComments,
  listOwnComments,
  publishComment,
} from './comments.ts'

const PageOfComments = PageQuery.extend({
  per_page: z.coerce.number().int().min(1).max(100).default(COMMENTS_PER_PAGE),
  comentario: z.coerce.number().int().positive().optional(),
})

export function commentRoutes(app: App, { db }: Deps): void {
  const tags = ['Comentarios']
  const config = { access: 'signed' as const }
  app.get(
    '/api/comentarios/leccion/:id',
    {
      config,
      schema: { tags, params: IdParams, querystring: PageOfComments, response: { 200: pageOf(Comment) } },
    },
    async (request) => ({ data: await listComments(db, identityOf(request), request.params.id, request.query) }),
  )
  app.get(
    '/api/comentarios/usuario/:id',
    { config, schema: { tags, params: IdParams, querystring: PageQuery, response: { 200: pageOf(Reply) } } },
    async (request) => {
      const identity = identityOf(request)
      ownOf(identity, request.params.id)
      return { data: await listOwnComments(db, identity, request.query.page, request.query.per_page) }
    },
  )
  app.post(
    '/api/comentarios',
    { config, schema: { tags, body: CommentBody, response: { 201: oneOf(Comment) } } },
    async (request, reply) =>
      reply.status(201).send({ data: await publishComment(db, identityOf(request), request.body) }),
  )
  const params = IdParams
  app.get(
    '/api/comentarios/:id/respuestas',
    {
      config,
      schema: { tags, params, querystring: PageQuery.pick({ page: true }), response: { 200: pageOf(Reply) } },
    },
    async (request) => ({
      data: await listCommentReplies(db, identityOf(request), request.params.id, request.query.page),
    }),
  )
  app.put(
    '/api/comentarios/:id',
    { config, schema: { tags, params, body: CommentEditBody, response: { 200: oneOf(Reply) } } },
    async (request) => ({
      data: await editComment(db, identityOf(request), request.params.id, request.body.comentario),
    }),
  )
  app.delete(
    '/api/comentarios/:id',
    { config, schema: { tags, params, response: { 200: oneOf(z.object({ id: Id, queda: z.boolean() })) } } },
    async (request) => ({ data: await deleteComment(db, identityOf(request), request.params.id) }),
  )
  for (const method of ['PUT', 'DELETE'] as const) {
    app.route({
      method,
      url: '/api/comentarios/like/:id',
      config,
      schema: { tags, params: IdParams, response: { 200: oneOf(LikeState) } },
      handler: async (request) => ({
        data: await likeComment(db, identityOf(request), request.params.id, method === 'PUT'),
      }),
    })
  }
}
