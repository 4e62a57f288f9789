import { ReferralCheck } from '@campus/contract/cart'
import { BrandQuery } from '@campus/contract/catalogue'
import { IdParams, listOf, oneOf } from '@campus/contract/common'
import { CodeParams, Referral, ReferralBody } from '@campus/contract/referrals'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { askerOf, createCode, listCodes, requireCode } from './referrals.ts'

/** Referral codes (storefront.md section 7, contract section 4 "Referral"). */
export function referralRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const tags = ['Referidos']
  const signed = { access: 'signed' as const }

  app.get(
    '/api/referido/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: listOf(Referral) } } },
    async (request) => ({ data: await listCodes(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/referidos',
    { config: signed, schema: { tags, body: ReferralBody, response: { 201: oneOf(Referral) } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createCode(db, identityOf(request), request.body.codigo) }),
  )
  app.get(
    '/api/referidos/validar/:codigo',
    {
      config: { access: 'optional' },
      schema: { tags, params: CodeParams, querystring: BrandQuery, response: { 200: oneOf(ReferralCheck) } },
    },
    async (request) => {
      const { codigo, porcentaje } = await requireCode(
        db,
        await askerOf(deps, request),
        request.params.codigo,
        'codigo',
      )
      return { data: { codigo, porcentaje, valido: true, motivo: null } }
    },
  )
}
