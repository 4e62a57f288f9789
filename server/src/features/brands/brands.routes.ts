import { BannerSettings, Brand, BrandForm } from '@campus/contract/brands'
import { IdParams, listOf, oneOf } from '@campus/contract/common'
import { checkFields, readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findBannerSettings, findBrand, listBrands, publicBrand, type StoredBrand, saveBrand } from './brands.ts'

export function brandRoutes(app: App, { db, storage, connections, config: settings }: Deps): void {
  /** Brands with what this installation can do now. */
  async function publicly() {
    const { takesPayments, sendsMails } = connections
    const [cobra_en_linea, envia_correos] = await Promise.all([takesPayments(), sendsMails()])
    return (brand: StoredBrand) => publicBrand(brand, { cobra_en_linea, envia_correos }, settings)
  }
  const config = { access: 'public' as const }
  const tags = ['Marcas']
  for (const url of ['/api/clientes', '/api/clientes/activos']) {
    app.get(url, { config, schema: { tags, response: { 200: listOf(Brand) } } }, async () => ({
      data: (await listBrands(db)).map(await publicly()),
    }))
  }
  app.get(
    '/api/clientes/:id',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(Brand) } } },
    async (request) => ({
      data: (await publicly())(await findBrand(db, request.params.id)),
    }),
  )
  app.get(
    '/api/botones/cliente/:id',
    { config, schema: { tags, params: IdParams, response: { 200: BannerSettings } } },
    async (request) => findBannerSettings(db, request.params.id),
  )
  app.post(
    '/api/clientes/:id',
    {
      config: { access: 'academia', form: BrandForm },
      schema: { tags, params: IdParams, response: { 200: oneOf(Brand) } },
    },
    async (request) => {
      const { fields, file } = await readForm(request, 'logo')
      const form = checkFields(BrandForm, fields)
      const saved = await saveBrand(db, storage, identityOf(request), request.params.id, form, file)
      return { data: (await publicly())(saved) }
    },
  )
}
