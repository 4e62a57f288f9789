import { AuditEntry, AuditQuery } from '@campus/contract/audit'
import { pageOf } from '@campus/contract/common'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { type Act, auditDenied, readTrail, sweepTrail } from './audit.ts'

/** Only the server sets these; a client that sends them is probing. */
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
    /** Server-owned fields of the body, before its schema stripped unknown keys. */
    serverOwnedFields: string[] | null
  }
}

/** Records denied calls and ignored server-owned fields, and never fails a request. */
function auditDeniedCalls(app: App, { db }: Deps): void {
  const record = async (request: FastifyRequest, accion: 'permiso_negado' | 'campos_ajenos', act: Act) =>
    auditDenied(db, accion, act).catch((err) => request.log.warn({ err }, 'the audit trail could not be written'))

  app.decorateRequest('serverOwnedFields', null)
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.identity) return done()
    const sent = keysOf(request.body).filter((key) => SERVER_OWNED.has(key))
    if (sent.length > 0) request.serverOwnedFields = sent
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const accepted = new Set(request.serverOwnedFields && keysOf(request.body))
    const ignored = (request.serverOwnedFields ?? []).filter((key) => !accepted.has(key))
    if (ignored.length === 0) return done()
    const act = { objeto: callOf(request), detalle: { campos: ignored } }
    record(request, 'campos_ajenos', act).then(() => done(), done)
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof Failure && error.status === 403 && request.identity)
      await record(request, 'permiso_negado', { objeto: callOf(request), detalle: { codigo: error.code } })
  })
}

export function auditRoutes(app: App, deps: Deps): void {
  auditDeniedCalls(app, deps)
  deps.jobs.define('limpiar-auditoria', () => sweepTrail(deps.jobs.db), { cron: '50 4 * * *' })
  app.get(
    '/api/auditoria',
    {
      config: { access: 'academia' },
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
