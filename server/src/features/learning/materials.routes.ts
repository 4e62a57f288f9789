import { IdParams } from '@campus/contract/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { App, Deps } from '../../platform/http/http.ts'
import { findMaterialFile, headersOf, type MaterialFile, partOf } from './materials.ts'

// A malformed query is an invalid signature: 404, not 422.
const lenient = z.string().optional().catch(undefined)
const Query = z.object({ vence: lenient, firma: lenient, descargar: lenient })

/** Ignores `Range` when `If-Range` names another version of the file. */
function validRange(request: FastifyRequest, etag: string | undefined): string | undefined {
  const condition = request.headers['if-range']
  return condition === undefined || condition === etag ? request.headers.range : undefined
}

type Target = { request: FastifyRequest; reply: FastifyReply }

async function sendFile(storage: Storage, file: MaterialFile, download: boolean, { request, reply }: Target) {
  const size = await storage.size(file.clave)
  if (size === null) throw fail('NO_ENCONTRADO')
  const headers = headersOf(file, download)
  if (request.headers['if-none-match'] === headers.etag) return reply.status(304).headers(headers).send()
  const part = partOf(validRange(request, headers.etag), size)
  if (part === null) return reply.status(416).header('content-range', `bytes */${size}`).send('')
  const stored = await storage.open(file.clave, part)
  if (!stored) throw fail('NO_ENCONTRADO')
  reply.headers({ ...headers, 'content-length': part ? part.end - part.start + 1 : size })
  if (part) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply.send(stored.stream)
}

/** Signed URLs, because frames, images and downloads send no bearer token. */
export function materialRoutes(app: App, { db, storage, signer }: Deps): void {
  app.get(
    '/api/materiales/:id/archivo',
    {
      config: { access: 'public' },
      // Ranges count uncompressed bytes.
      compress: false,
      schema: { tags: ['Archivos'], params: IdParams, querystring: Query, response: { 200: z.any(), 206: z.any() } },
    },
    async (request, reply) => {
      const file = await findMaterialFile(db, signer, request.params.id, request.query)
      return sendFile(storage, file, request.query.descargar === '1', { request, reply })
    },
  )
}
