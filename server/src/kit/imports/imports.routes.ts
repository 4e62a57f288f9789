import { IdParams, oneOf } from '@campus/contract/common'
import {
  ImportForm,
  ImportRows,
  ImportRowsQuery,
  MAX_IMPORT_BYTES,
  OneImport,
  RunImportBody,
} from '@campus/contract/imports'
import { Job } from '@campus/contract/jobs'
import { cutText } from '@campus/contract/shorten'
import { cleanLine } from '@campus/contract/texts'
import { invalid } from '../../platform/failures.ts'
import { checkFields, readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findImport, type ImportKinds, importRows, runImport, startReport } from './imports.ts'

const TOO_BIG = `El archivo puede pesar hasta ${MAX_IMPORT_BYTES / 1_000_000} MB.`

/** Files that become many rows at once: read, reported, carried out (docs/product/staff.md 21). */
export function importRoutes(app: App, { db, jobs }: Deps, kinds: ImportKinds): void {
  const tags = ['Gestión']
  const config = { access: 'gestion' } as const
  app.post(
    '/api/gestion/importaciones',
    { config: { ...config, form: ImportForm }, schema: { tags, response: { 200: OneImport } } },
    async (request) => {
      const { fields, file, name } = await readForm(request, 'archivo', { fileSize: MAX_IMPORT_BYTES, tooBig: TOO_BIG })
      const form = checkFields(ImportForm, fields)
      if (!file) throw invalid('archivo', 'Elige un archivo.')
      const archivo = cutText(cleanLine(name), 200)
      return { data: await startReport(db, jobs, kinds, identityOf(request), { ...form, archivo, bytes: file }) }
    },
  )
  app.get(
    '/api/gestion/importaciones/:id',
    { config, schema: { tags, params: IdParams, response: { 200: OneImport } } },
    async (request) => ({ data: await findImport(db, kinds, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/importaciones/:id/filas',
    { config, schema: { tags, params: IdParams, querystring: ImportRowsQuery, response: { 200: ImportRows } } },
    async (request) => ({ data: await importRows(db, kinds, identityOf(request), request.params.id, request.query) }),
  )
  app.post(
    '/api/gestion/importaciones/:id/ejecutar',
    { config, schema: { tags, params: IdParams, body: RunImportBody, response: { 200: oneOf(Job) } } },
    async (request) => ({
      data: await runImport(db, jobs, kinds, identityOf(request), request.params.id, request.body),
    }),
  )
}
