import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodType } from 'zod'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/database.ts'
import type { Signer } from '../files/signing.ts'
import type { Storage } from '../files/storage.ts'
import type { Jobs } from '../jobs.ts'
import type { Mail } from '../mail.ts'
import type { Stopping } from './stopping.ts'

/** Who a bearer token belongs to. Everything that a request may say about its sender is checked against this. */
export type Identity = {
  id: number
  id_cliente: number
  tipo_cliente: 'Alumno' | 'Docente' | 'Administrador'
  id_acceso: number
}

/**
 * Who may call a route:
 * `public` anyone; `optional` anyone, and a token, if sent, must be good; `signed` any signed-in person;
 * `staff` Docente or Administrador; `admin` Administrador.
 */
export type Access = 'public' | 'optional' | 'signed' | 'staff' | 'admin'

/** What the application is built of. */
export type Parts = {
  config: Config
  db: Db
  /** What `db` is a face of: the pool, and LISTEN. */
  database: Database
  jobs: Jobs
  mail: Mail
  storage: Storage
  signer: Signer
}

/** Which brand a visit belongs to, and whether the visitor chose it (then it is remembered). */
export type BrandOfVisit = (request: FastifyRequest) => Promise<{ id: number; chosen: boolean }>

/** What the features work with. */
export type Deps = Parts & { brandOf: BrandOfVisit }

/** The application as routes see it: Zod schemas type the request and the reply. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The fields of a multipart form, for the OpenAPI document; the handler reads and checks them. */
    form?: ZodType
  }
  interface FastifyInstance {
    stopping: Stopping
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}

/** The signed-in person of a route whose access guarantees one. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('the route does not require a signed-in person')
  return request.identity
}
