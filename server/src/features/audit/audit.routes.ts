import { AuditEntry, AuditQuery } from '@campus/contract/audit'
import { pageOf } from '@campus/contract/common'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/http/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { type Act, auditRefusal, readTrail, sweepTrail } from './audit.ts'

/** What only the server says of a row; a browser that sends it tries something (safety.md section 0). */
const SERVER_OWNED = new Set([
  'aprobado',
  'codigo_certificado',
  'condicion',
  'es_verdadero',
  'estado',
  'id_alumno',
  'id_cliente',
  'id_usuario',
  'likes',
  'nota',
  'pinned',
  'puntos',
  'rol',
  'tipo_cliente',
  'usuario_id',
  'vistas',
])

const keysOf = (body: unknown): string[] => (body !== null && typeof body === 'object' ? Object.keys(body) : [])

const callOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url ?? ''}`

declare module 'fastify' {
  interface FastifyRequest {
    /** Server-owned fields of the body before its schema took away what it does not know. */
    sentOwned: string[] | null
  }
}

/** Keeps what was refused or ignored: denied calls, and fields that a body may not set. It never fails a request. */
function watchRefusals(app: App, { db }: Deps): void {
  const keep = async (request: FastifyRequest, accion: 'permiso_negado' | 'campos_ajenos', act: Act) =>
    auditRefusal(db, accion, act).catch((err) => request.log.warn({ err }, 'the audit trail could not be written'))

  app.decorateRequest('sentOwned', null)
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.identity) return done()
    const sent = keysOf(request.body).filter((key) => SERVER_OWNED.has(key))
    if (sent.length > 0) request.sentOwned = sent
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const known = new Set(request.sentOwned && keysOf(request.body))
    const ignored = (request.sentOwned ?? []).filter((key) => !known.has(key))
    if (ignored.length === 0) return done()
    const act = { objeto: callOf(request), detalle: { campos: ignored } }
    keep(request, 'campos_ajenos', act).then(() => done(), done)
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof Failure && error.status === 403 && request.identity)
      await keep(request, 'permiso_negado', { objeto: callOf(request), detalle: { codigo: error.code } })
  })
}

/** The audit trail: its reading by administrators, and what is kept of every call. */
export function auditRoutes(app: App, deps: Deps): void {
  watchRefusals(app, deps)
  deps.jobs.define('limpiar-auditoria', () => sweepTrail(deps.db), { cron: '50 4 * * *' })
  app.get(
    '/api/auditoria',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Auditoría'],
        summary: 'Lo que se hizo en la marca, lo último primero',
        querystring: AuditQuery,
        response: { 200: pageOf(AuditEntry) },
      },
    },
    async (request) => {
      const { page, per_page, ...filter } = request.query
      return { data: await readTrail(deps.db, identityOf(request), filter, page, per_page) }
    },
  )
}
