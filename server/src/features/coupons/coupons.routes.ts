import { OneCouponCheck } from '@campus/contract/cart'
import { IdParams } from '@campus/contract/common'
import {
  CouponBody,
  CouponCodeRows,
  CouponCodesQuery,
  CouponRows,
  CouponsQuery,
  NewCodes,
  NewCoupon,
  OneCoupon,
  SaleCouponQuery,
  SeenBody,
} from '@campus/contract/coupons'
import { conflictOf } from '@campus/contract/staff'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { codesAsCsv, listCodes, makeCodes } from './codes.staff.ts'
import { closeCoupon, createCoupon, findCoupon, listCoupons, markSeen, saveCoupon } from './coupons.staff.ts'
import { checkCoupon } from './coupons.ts'

const tags = ['Cupones']
const config = { access: 'cupones' } as const
const one = { tags, params: IdParams, response: { 200: OneCoupon } }

/** Coupons of the brand (docs/product/shop.md 10). */
export function couponRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/cupones',
    { config, schema: { tags, querystring: CouponsQuery, response: { 200: CouponRows } } },
    async (request) => ({ data: await listCoupons(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/cupones',
    { config, schema: { tags, body: NewCoupon, response: { 201: OneCoupon } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createCoupon(db, identityOf(request), request.body) }),
  )
  app.get('/api/gestion/cupones/:id', { config, schema: one }, async (request) => ({
    data: await findCoupon(db, identityOf(request), request.params.id),
  }))
  const saving = { ...one, body: CouponBody, response: { 200: OneCoupon, 409: conflictOf(OneCoupon.shape.data) } }
  app.put('/api/gestion/cupones/:id', { config, schema: saving }, async (request) => ({
    data: await saveCoupon(db, identityOf(request), request.params.id, request.body),
  }))
  app.post('/api/gestion/cupones/:id/cerrar', { config, schema: one }, async (request) => ({
    data: await closeCoupon(db, identityOf(request), request.params.id),
  }))
  app.post('/api/gestion/cupones/:id/vistos', { config, schema: { ...one, body: SeenBody } }, async (request) => ({
    data: await markSeen(db, identityOf(request), request.params.id, request.body.ordenes),
  }))
  codeRoutes(app, db)
  app.get(
    '/api/gestion/ventas/cupon',
    {
      config: { access: 'ventas.registrar' },
      schema: { tags, querystring: SaleCouponQuery, response: { 200: OneCouponCheck } },
    },
    async (request) => {
      const { id, id_cliente } = identityOf(request)
      const { codigo, cursos, id_usuario = null } = request.query
      const seller = { usuario: id, id_cliente, direccion: request.ip }
      return { data: (await checkCoupon(db, seller, codigo, { usuario: id_usuario, cursos, huella: '' })).check }
    },
  )
}

function codeRoutes(app: App, db: Deps['db']): void {
  app.post('/api/gestion/cupones/:id/codigos', { config, schema: { ...one, body: NewCodes } }, async (request) => ({
    data: await makeCodes(db, identityOf(request), request.params.id, request.body),
  }))
  app.get(
    '/api/gestion/cupones/:id/codigos',
    { config, schema: { tags, params: IdParams, querystring: CouponCodesQuery, response: { 200: CouponCodeRows } } },
    async (request) => ({
      data: await listCodes(db, identityOf(request), request.params.id, request.query),
    }),
  )
  app.get(
    '/api/gestion/cupones/:id/codigos.csv',
    { config, schema: { tags, params: IdParams, response: { 200: z.string() } } },
    async (request, reply) => {
      const csv = await codesAsCsv(db, identityOf(request), request.params.id)
      return reply.type('text/csv; charset=utf-8').send(csv)
    },
  )
}
