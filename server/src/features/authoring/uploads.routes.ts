import { MAX_MATERIAL_BYTES, UploadedFile, UploadQuery } from '@campus/contract/catalogue.staff'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import { cutText } from '@campus/contract/shorten'
import { cleanLine } from '@campus/contract/texts'
import type { MultipartFile } from '@fastify/multipart'
import { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { storePicture } from '../../kit/pictures/pictures.ts'
import { fail, invalid } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { storeMaterial, type Uploaded } from './material-files.ts'

const FILES = limit('archivo_usuario', 300, 60 * 60)

type Use = z.output<typeof UploadQuery>['uso']

/** @throws IMAGEN_INVALIDA, DEMASIADO_GRANDE, SIN_ESPACIO */
async function store({ storage, config }: Deps, part: MultipartFile, uso: Use): Promise<Uploaded> {
  if (uso === 'material') return storeMaterial(storage, config.dataDir, part)
  const bytes = await part.toBuffer()
  const key = await storePicture(storage, bytes, { ratio: uso === 'curso' ? 16 / 9 : undefined })
  const nombre = cutText(cleanLine(part.filename), 200)
  return { ruta: `/api/storage/${key}`, nombre, formato: 'image/webp', tamano: bytes.length }
}

/** Files and pictures of documents; the same bytes sent again are the same file. */
export function uploadRoutes(app: App, deps: Deps): void {
  const { db } = deps
  app.post(
    '/api/gestion/archivos',
    {
      config: { access: 'gestion', form: z.object({}) },
      schema: { tags: ['Gestión'], querystring: UploadQuery, response: { 201: UploadedFile } },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      if (!can(identity, 'cursos.editar') && !can(identity, 'sitio')) throw fail('SIN_PERMISO')
      if (!request.isMultipart()) throw fail('TIPO_NO_ADMITIDO')
      await throttle(db, FILES, String(identity.id))
      const { uso } = request.query
      const fileSize = uso === 'material' ? MAX_MATERIAL_BYTES : MAX_PHOTO_BYTES
      const part = await request.file({ limits: { fileSize } })
      if (!part) throw invalid('archivo', 'Elige un archivo.')
      const data = await store(deps, part, uso)
      await audit(db, 'gestion', { objeto: data.ruta, detalle: { hecho: 'archivo', nombre: data.nombre } })
      return reply.status(201).send({ data })
    },
  )
}
