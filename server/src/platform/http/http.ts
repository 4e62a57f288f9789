import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Permission, Role } from '@campus/contract/permissions'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodType } from 'zod'
import type { Config } from '../config.ts'
import type { Connections } from '../connections/connections.ts'
import type { Database, Db } from '../db/database.ts'
import type { Signer } from '../files/signing.ts'
import type { Storage } from '../files/storage.ts'
import type { Jobs } from '../jobs.ts'
import type { Mail } from '../mail.ts'
import type { StateOf } from '../state-cache.ts'
import type { Stopping } from './requests.ts'

export type Identity = {
  id: number
  /** For platform administrators, the brand they currently work in. */
  id_cliente: number
  tipo_cliente: 'Alumno' | 'Docente' | 'Administrador' | 'Personal'
  /** Empty for students. */
  roles: Role[]
  id_acceso: number
}

/** `optional`: a token, if sent, must be valid; `gestion`: any member of the staff. */
export type Access = 'public' | 'optional' | 'signed' | 'gestion' | Permission

export type Parts = {
  config: Config
  db: Db
  database: Database
  jobs: Jobs
  connections: Connections
  mail: Mail
  storage: Storage
  signer: Signer
}

/** `chosen`: remembered in a cookie; `unknown`: `?marca=` names no brand. */
export type BrandOfVisit = (request: FastifyRequest) => Promise<{ id: number; chosen: boolean; unknown?: boolean }>

/** The brand of the page; undefined after a redirect to the choice of one. */
export type EnterBrand = (request: FastifyRequest, reply: FastifyReply, stateOf: StateOf) => Promise<number | undefined>

export type Deps = Parts & { brandOf: BrandOfVisit }

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Fields of a multipart form, for OpenAPI only: the handler validates them. */
    form?: ZodType
    /** Successful responses are logged at `debug`: a page requests dozens of such files. */
    quiet?: boolean
  }
  interface FastifyInstance {
    stopping: Stopping
    /** Time limit of a body without files; a form must reach a minimum rate by then. */
    bodyMs: number
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}

export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('the route does not require a signed-in person')
  return request.identity
}

/** An empty list has one empty page. */
export function pageOfRows<Row>(data: Row[], total: number, page: number, perPage: number) {
  const last_page = Math.max(1, Math.ceil(total / perPage))
  return { data, total, per_page: perPage, current_page: page, last_page }
}
