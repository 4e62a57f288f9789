import {
  DiscardBody,
  DocumentParams,
  DocumentView,
  Preview,
  PreviewBody,
  Publication,
  PublishBody,
  PublishQuery,
  RestoreBody,
  SaveBody,
  Saved,
  SetAsideBody,
  StaleDocument,
  Unpublishable,
  VersionList,
  VersionParams,
  VersionsQuery,
  VersionView,
} from '@campus/contract/documents/documents'
import { MAX_DOCUMENT_BYTES } from '@campus/contract/documents/parts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import type { Kinds } from './documents.ts'
import { discardDraft, readDocument, restoreVersion, saveDraft } from './drafts.ts'
import { previewDrafts, publishDrafts, type Show } from './publishing.ts'
import { listVersions, readVersion, setAside } from './versions.ts'

/** Beside the document: its envelope. */
const ENVELOPE_BYTES = 1000

const tags = ['Gestión']
const config = { access: 'gestion' as const }

/** Drafts, publications and versions of what students read (docs/product/staff.md). */
export function documentRoutes(app: App, { db }: Deps, kinds: Kinds): void {
  app.get(
    '/api/gestion/documentos/:objeto',
    { config, schema: { tags, params: DocumentParams, response: { 200: DocumentView } } },
    async (request) => ({ data: await readDocument(db, kinds, identityOf(request), request.params.objeto) }),
  )
  app.put(
    '/api/gestion/documentos/:objeto',
    {
      config,
      bodyLimit: MAX_DOCUMENT_BYTES + ENVELOPE_BYTES,
      schema: { tags, params: DocumentParams, body: SaveBody, response: { 200: Saved, 409: StaleDocument } },
    },
    async (request) => ({
      data: await saveDraft(db, kinds, identityOf(request), request.params.objeto, request.body),
    }),
  )
  app.post(
    '/api/gestion/documentos/:objeto/versiones',
    {
      config,
      bodyLimit: MAX_DOCUMENT_BYTES + ENVELOPE_BYTES,
      schema: { tags, params: DocumentParams, body: SetAsideBody, response: { 200: Saved } },
    },
    async (request) => {
      const { objeto } = request.params
      return { data: await setAside(db, kinds, identityOf(request), objeto, request.body.documento) }
    },
  )
  app.delete(
    '/api/gestion/documentos/:objeto',
    {
      config,
      schema: { tags, params: DocumentParams, body: DiscardBody, response: { 200: DocumentView, 409: StaleDocument } },
    },
    async (request) => {
      const { objeto } = request.params
      return { data: await discardDraft(db, kinds, identityOf(request), objeto, request.body.version) }
    },
  )
  app.get(
    '/api/gestion/versiones',
    { config, schema: { tags, querystring: VersionsQuery, response: { 200: VersionList } } },
    async (request) => ({ data: await listVersions(db, kinds, identityOf(request), request.query.objeto) }),
  )
  app.get(
    '/api/gestion/versiones/:version',
    { config, schema: { tags, params: VersionParams, response: { 200: VersionView } } },
    async (request) => ({ data: await readVersion(db, kinds, identityOf(request), request.params.version) }),
  )
  app.post(
    '/api/gestion/versiones/:version/restaurar',
    {
      config,
      schema: { tags, params: VersionParams, body: RestoreBody, response: { 200: Saved, 409: StaleDocument } },
    },
    async (request) => {
      const { version } = request.params
      return { data: await restoreVersion(db, kinds, identityOf(request), version, request.body.version) }
    },
  )
}

export function publishingRoutes(app: App, { db }: Deps, kinds: Kinds, show: Show): void {
  app.post(
    '/api/gestion/publicar',
    {
      config,
      schema: {
        tags,
        querystring: PublishQuery,
        body: PublishBody,
        response: { 200: Publication, 409: StaleDocument, 422: Unpublishable },
      },
    },
    async (request) => {
      const asked = { ...request.body, ensayo: request.query.ensayo === '1' }
      return { data: await publishDrafts(db, kinds, identityOf(request), asked) }
    },
  )
  app.post(
    '/api/gestion/vista-previa',
    { config, schema: { tags, body: PreviewBody, response: { 200: Preview, 409: StaleDocument } } },
    async (request) => ({ data: await previewDrafts(db, kinds, identityOf(request), { ...request.body, show }) }),
  )
}
