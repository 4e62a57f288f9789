import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Permission, Role } from '@campus/contract/permissions'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodType } from 'zod'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/database.ts'
import type { Signer } from '../files/signing.ts'
import type { Storage } from '../files/storage.ts'
import type { Jobs } from '../jobs.ts'
import type { Mail } from '../mail.ts'
import type { Stopping } from './requests.ts'

/** Who a bearer token belongs to. */
export type Identity = {
  id: number
  /** For platform administrators the brand they work in at the moment. */
  id_cliente: number
  tipo_cliente: 'Alumno' | 'Docente' | 'Administrador' | 'Personal'
  /** Empty for students. */
  roles: Role[]
  id_acceso: number
}

/** Who may call a route; `optional`: anyone, but a token, if sent, must be valid; `gestion`: any member of the staff. */
export type Access = 'public' | 'optional' | 'signed' | 'gestion' | Permission

export type Parts = {
  config: Config
  db: Db
  database: Database
  jobs: Jobs
  mail: Mail
  storage: Storage
  signer: Signer
}

/** The brand of a visit; a cookie remembers one that was chosen. `unknown`: `?marca=` names none. */
export type BrandOfVisit = (request: FastifyRequest) => Promise<{ id: number; chosen: boolean; unknown?: boolean }>

/** The brand whose page is sent, noted in a cookie where it was chosen; undefined after a redirect to the choice of one. */
export type EnterBrand = (request: FastifyRequest, reply: FastifyReply) => Promise<number | undefined>

export type Deps = Parts & { brandOf: BrandOfVisit }

/** The application as routes see it: Zod schemas type the request and the reply. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The fields of a multipart form, for the OpenAPI document; the handler reads and checks them. */
    form?: ZodType
    /** An answer of it that is no failure is logged at `debug`: a page asks for dozens of such files. */
    quiet?: boolean
  }
  interface FastifyInstance {
    stopping: Stopping
    /** The longest that a body without a file may take to arrive, and one with a file may hardly move. */
    bodyMs: number
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}

/** The caller of a route that requires one. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Error('the route does not require a signed-in person')
  return request.identity
}

/** The envelope of a page of a list; a list without rows has one page, an empty one. */
export function pageOfRows<Row>(data: Row[], total: number, page: number, perPage: number) {
  const last_page = Math.max(1, Math.ceil(total / perPage))
  return { data, total, per_page: perPage, current_page: page, last_page }
}
