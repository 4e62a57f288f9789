import { Readable } from 'node:stream'
import { ExportBody, ExportLink } from '@campus/contract/exporting'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { z } from 'zod'
import { checkCurrentPassword } from '../features/accounts/accounts.ts'
import { audit } from '../kit/audit/audit.ts'
import { fail, invalid } from '../platform/failures.ts'
import { type App, type Deps, identityOf } from '../platform/http/http.ts'
import { limit, throttle } from '../platform/http/throttle.ts'
import { openExport } from './export.ts'
import { leftOut } from './export-folder.ts'
import { courseNames } from './export-names.ts'
import { zipOf } from './zip.ts'

const EXPORTS = limit('exportar_usuario', 20, 60 * 60)
/** Downloads, which a broken connection repeats. */
const DOWNLOADS = limit('exportar_marca', 60, 60 * 60)
const LINK_SECONDS = 60

const Params = z.object({ marca: z.coerce.number().int().positive(), curso: z.coerce.number().int().min(0) })
// A malformed query is an invalid signature: 404, not 422.
const lenient = z.string().optional().catch(undefined)
const Query = z.object({ vence: lenient, firma: lenient })

/** Course 0 is the whole brand. */
const pathOf = ({ marca, curso }: z.output<typeof Params>) => `/api/exportar-carpeta/${marca}/${curso}`

export function exportRoutes(app: App, { db, storage, signer }: Deps): void {
  const tags = ['Gestión']
  app.post(
    '/api/gestion/exportar-carpeta',
    { config: { access: 'catalogo' }, schema: { tags, body: ExportBody, response: { 200: ExportLink } } },
    async (request) => {
      const identity = identityOf(request)
      const { password, id_curso: id = null } = request.body
      await throttle(db, EXPORTS, String(identity.id))
      await checkCurrentPassword(db, identity.id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
      const made = await openExport({ db, storage }, identity.id_cliente, id)
      if (id !== null && made.cursos === 0)
        throw invalid('id_curso', 'Este curso no tiene nada publicado que exportar.')
      const objeto = id === null ? `cliente:${identity.id_cliente}` : `curso:${id}`
      await audit(db, 'gestion', { objeto, detalle: { hecho: 'exportado', cursos: made.cursos } })
      const enlace = signer.sign(pathOf({ marca: identity.id_cliente, curso: id ?? 0 }), LINK_SECONDS)
      return { data: { enlace, cursos: made.cursos, fuera: leftOut(made) } }
    },
  )
  app.get(
    '/api/exportar-carpeta/:marca/:curso',
    {
      config: { access: 'public' },
      compress: false,
      schema: { tags, params: Params, querystring: Query, response: { 200: z.any() } },
    },
    async (request, reply) => {
      const { marca, curso } = request.params
      if (!signer.check(pathOf(request.params), request.query)) throw fail('NO_ENCONTRADO')
      await throttle(db, DOWNLOADS, String(marca))
      const { slug, nombre, files } = await openExport({ db, storage }, marca, curso === 0 ? null : curso)
      const [name] = curso === 0 ? [slug] : courseNames([{ clave: '', nombre }])
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${name}.zip"`,
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(zipOf(files, storage)))
    },
  )
}
