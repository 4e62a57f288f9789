import { CloseTillBody, OneTillClosing, Till, TillClosings, TillClosingsQuery } from '@campus/contract/till'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { closeTill, listClosings, readTill } from './till.ts'

/** *Caja de hoy* (docs/product/staff.md 17.10). */
export function tillRoutes(app: App, { db }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'ventas.registrar' } as const
  app.get('/api/gestion/caja', { config, schema: { tags, response: { 200: Till } } }, async (request) => ({
    data: await readTill(db, identityOf(request)),
  }))
  app.post(
    '/api/gestion/caja/cierres',
    { config, schema: { tags, body: CloseTillBody, response: { 200: OneTillClosing } } },
    async (request) => ({ data: await closeTill(db, identityOf(request), request.body) }),
  )
  app.get(
    '/api/gestion/caja/cierres',
    {
      config: { access: 'contabilidad' },
      schema: { tags, querystring: TillClosingsQuery, response: { 200: TillClosings } },
    },
    async (request) => ({ data: await listClosings(db, identityOf(request), request.query) }),
  )
}
