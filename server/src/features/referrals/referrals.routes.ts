import { BrandQuery } from '@campus/contract/catalogue'
import { IdParams, listOf, oneOf } from '@campus/contract/common'
import { CodeParams, Invitation, Referral, ReferralBody } from '@campus/contract/referrals'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { createCode, firstNameOf, listCodes, requireCode, shopperOf } from './referrals.ts'

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
    async (request, reply) => reply.status(201).send({ data: await createCode(db, identityOf(request), request.body) }),
  )
  app.get(
    '/api/referidos/validar/:codigo',
    {
      config: { access: 'optional' },
      schema: { tags, params: CodeParams, querystring: BrandQuery, response: { 200: oneOf(Invitation) } },
    },
    async (request) => {
      const shopper = await shopperOf(deps, request)
      const { codigo, porcentaje, nombres } = await requireCode(db, shopper, request.params.codigo, 'codigo')
      return { data: { codigo, porcentaje, valido: true, motivo: null, invita: firstNameOf(nombres) } }
    },
  )
}
