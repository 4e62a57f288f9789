import {
  ConnectionParams,
  ConnectionsConflict,
  MailBody,
  MercadoPagoBody,
  OneConnections,
  RemoveConnectionBody,
} from '@campus/contract/connections'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findConnections, type Shop } from './connections.ts'
import { removeConnection, saveMail, saveMercadoPago, tryConnection } from './saving.ts'

/** *Cobros y correo*: the installation's gateway keys and mail server (docs/product/staff.md 19). */
export function connectionRoutes(app: App, deps: Deps, shop: Shop): void {
  const config = { access: 'plataforma' } as const
  const tags = ['Conexiones']
  const response = { 200: OneConnections }
  const saved = { 200: OneConnections, 409: ConnectionsConflict }
  app.get('/api/gestion/conexiones', { config, schema: { tags, response } }, async (request) => ({
    data: await findConnections(deps, identityOf(request)),
  }))
  app.put(
    '/api/gestion/conexiones/mercadopago',
    { config, schema: { tags, body: MercadoPagoBody, response: saved } },
    async (request) => ({ data: await saveMercadoPago(deps, shop, identityOf(request), request.body) }),
  )
  app.put(
    '/api/gestion/conexiones/correo',
    { config, schema: { tags, body: MailBody, response: saved } },
    async (request) => ({ data: await saveMail(deps, identityOf(request), request.body) }),
  )
  app.post(
    '/api/gestion/conexiones/:cual/probar',
    { config, schema: { tags, params: ConnectionParams, response } },
    async (request) => ({ data: await tryConnection(deps, shop, identityOf(request), request.params.cual) }),
  )
  app.post(
    '/api/gestion/conexiones/:cual/quitar',
    { config, schema: { tags, params: ConnectionParams, body: RemoveConnectionBody, response: saved } },
    async (request) => ({
      data: await removeConnection(deps, shop, identityOf(request), request.params.cual, request.body),
    }),
  )
}
