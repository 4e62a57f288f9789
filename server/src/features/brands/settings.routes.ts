import { IdParams } from '@campus/contract/common'
import {
  BrandBody,
  BrandConflict,
  BrandPictureParams,
  InstalledBrands,
  OneBrandSettings,
  OneInstalledBrand,
  SettingsBody,
  SettingsConflict,
} from '@campus/contract/settings'
import { z } from 'zod'
import { invalid } from '../../platform/failures.ts'
import { readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { changeBrand, listInstalled } from './installed.ts'
import { findSettings, savePicture, saveSettings } from './settings.ts'

const tags = ['Marcas']

export function settingsRoutes(app: App, deps: Deps): void {
  const { db, storage } = deps
  const config = { access: 'academia' } as const
  app.get('/api/gestion/marca', { config, schema: { tags, response: { 200: OneBrandSettings } } }, async (request) => ({
    data: await findSettings(db, identityOf(request)),
  }))
  app.put(
    '/api/gestion/marca',
    { config, schema: { tags, body: SettingsBody, response: { 200: OneBrandSettings, 409: SettingsConflict } } },
    async (request) => ({ data: await saveSettings(db, identityOf(request), request.body) }),
  )
  app.post(
    '/api/gestion/marca/imagenes/:cual',
    {
      config: { ...config, form: z.object({}) },
      schema: { tags, params: BrandPictureParams, response: { 200: OneBrandSettings } },
    },
    async (request) => {
      const { file } = await readForm(request, 'imagen')
      if (!file) throw invalid('imagen', 'Elige una imagen.')
      return { data: await savePicture(db, storage, identityOf(request), request.params.cual, file) }
    },
  )
  platformRoutes(app, deps)
}

function platformRoutes(app: App, { db }: Deps): void {
  const config = { access: 'plataforma' } as const
  app.get('/api/gestion/marcas', { config, schema: { tags, response: { 200: InstalledBrands } } }, async () => ({
    data: await listInstalled(db),
  }))
  app.put(
    '/api/gestion/marcas/:id',
    {
      config,
      schema: { tags, params: IdParams, body: BrandBody, response: { 200: OneInstalledBrand, 409: BrandConflict } },
    },
    async (request) => ({ data: await changeBrand(db, identityOf(request), request.params.id, request.body) }),
  )
}
