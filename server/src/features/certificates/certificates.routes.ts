import {
  Certificate,
  CertificateBody,
  CourseCertificates,
  RevocationBody,
  Verification,
} from '@campus/contract/certificates'
import { StudentCertificates } from '@campus/contract/certificates.staff'
import { IdParams, listOf, Message, maybeOf, messageBody, oneOf, PathId } from '@campus/contract/common'
import { NameBody } from '@campus/contract/profile'
import { MAX_PASTED_CODE } from '@campus/contract/rules'
import { SampleBody } from '@campus/contract/settings'
import { StudentPartQuery } from '@campus/contract/students.staff'
import { z } from 'zod'
import { PDF_HEADERS } from '../../kit/pdf/pdf.ts'
import { subjectOf } from '../../kit/staff-access/staff-access.ts'
import { fail } from '../../platform/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { certificatesOfStudent, type RequireStudent } from './certificates.staff.ts'
import { certificatesByCourse, certificatesOfCourse } from './courses.ts'
import { giveName } from './naming.ts'
import { certificatePdf, certificatePicture, contentDisposition, sampleCertificate } from './pdf.ts'
import { PICTURE_WIDTHS } from './pdf-picture.ts'
import {
  activeCertificates,
  certificatesOf,
  courseCertificate,
  findByCode,
  moduleCertificate,
  refreshCertificate,
  requestCertificate,
  verifyCertificate,
} from './reading.ts'
import { restoreCertificate, revokeCertificate } from './revocation.ts'

/** A page of certificates shows many; codes are too many to guess at any rate. */
const PICTURES = limit('imagen_certificado_direccion', 600, 60)

/** Each is drawn anew. */
const SAMPLES = limit('ejemplo_certificado_usuario', 60, 10 * 60)

const tags = ['Certificados']
const signed = { access: 'signed' } as const
/** Revalidated each time: the name may be corrected and the certificate revoked. */
const PICTURE_HEADERS = { 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' } as const
const CodeParams = z.object({ codigo: z.string().max(MAX_PASTED_CODE) })
const SubjectParams = z.object({ id: PathId, usuario: PathId })

/** With the certificates that wait for it. */
function nameRoute(app: App, { db }: Deps): void {
  app.put(
    '/api/nombre',
    { config: signed, schema: { tags: ['Cuentas'], body: NameBody, response: { 200: Message } } },
    async (request) => {
      await giveName(db, identityOf(request), request.body)
      return messageBody('Nombre guardado.')
    },
  )
}

function ownRoutes(app: App, { db }: Deps): void {
  const maybe = { config: signed, schema: { tags, params: SubjectParams, response: { 200: maybeOf(Certificate) } } }
  app.get('/api/certificado/modulo/:id/usuario/:usuario', maybe, async (request) => {
    const identity = identityOf(request)
    const { id, usuario } = request.params
    return { data: await moduleCertificate(db, identity, id, subjectOf(identity, usuario)) }
  })
  app.get('/api/certificado/curso/:id/usuario/:usuario', maybe, async (request) => {
    const identity = identityOf(request)
    const { id, usuario } = request.params
    return { data: await courseCertificate(db, identity, id, subjectOf(identity, usuario)) }
  })
  app.get(
    '/api/certificado/usuario/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: listOf(Certificate) } } },
    async (request) => {
      const identity = identityOf(request)
      return { data: await certificatesOf(db, identity, subjectOf(identity, request.params.id)) }
    },
  )
  app.get(
    '/api/certificados/activos',
    { config: signed, schema: { tags, response: { 200: listOf(Certificate) } } },
    async (request) => ({ data: await activeCertificates(db, identityOf(request)) }),
  )
  app.get(
    '/api/certificados/cursos',
    { config: signed, schema: { tags, response: { 200: listOf(CourseCertificates) } } },
    async (request) => ({ data: await certificatesByCourse(db, identityOf(request)) }),
  )
  app.get(
    '/api/certificados/curso/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(CourseCertificates) } } },
    async (request) => ({ data: await certificatesOfCourse(db, identityOf(request), request.params.id) }),
  )
}

function requestRoutes(app: App, { db }: Deps): void {
  app.post(
    '/api/certificados',
    {
      config: signed,
      schema: { tags, body: CertificateBody, response: { 200: oneOf(Certificate), 201: oneOf(Certificate) } },
    },
    async (request, reply) => {
      const { certificate, created } = await requestCertificate(db, identityOf(request), request.body)
      return reply.status(created ? 201 : 200).send({ data: certificate })
    },
  )
  app.put(
    '/api/certificados/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(Certificate) } } },
    async (request) => ({ data: await refreshCertificate(db, identityOf(request), request.params.id) }),
  )
}

function revocationRoutes(app: App, { db }: Deps): void {
  const revoking = {
    config: { access: 'academia' as const },
    schema: { tags, params: CodeParams, body: RevocationBody, response: { 200: oneOf(Certificate) } },
  }
  app.post('/api/certificados/:codigo/revocar', revoking, async (request) => ({
    data: await revokeCertificate(db, identityOf(request), request.params.codigo, request.body.motivo),
  }))
  app.post('/api/certificados/:codigo/restaurar', revoking, async (request) => ({
    data: await restoreCertificate(db, identityOf(request), request.params.codigo, request.body.motivo),
  }))
}

function publicRoutes(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    '/api/certificados/validacion/:codigo',
    { config: { access: 'public' }, schema: { tags, params: CodeParams, response: { 200: oneOf(Verification) } } },
    async (request, reply) => {
      reply.header('x-robots-tag', 'noindex')
      return { data: await verifyCertificate(db, request.params.codigo, request.ip) }
    },
  )
  app.get(
    '/api/certificados/:codigo/pdf',
    {
      config: { access: 'public' },
      schema: {
        tags,
        params: CodeParams,
        querystring: z.object({ lado: z.enum(['a', 'b']).optional() }),
        response: { 200: z.any() },
      },
    },
    async (request, reply) => {
      const { certificado } = await findByCode(db, request.params.codigo, request.ip)
      if (certificado.estado !== 'vigente') throw fail('CERTIFICADO_NO_DISPONIBLE')
      const pdf = await certificatePdf(deps, certificado, request.query.lado)
      return reply.headers({ ...PDF_HEADERS, 'content-disposition': contentDisposition(certificado) }).send(pdf)
    },
  )
}

function pictureRoute(app: App, deps: Deps): void {
  app.get(
    '/api/certificados/:codigo/imagen',
    {
      config: { access: 'public' },
      schema: {
        tags,
        params: CodeParams,
        querystring: z.object({ ancho: z.coerce.number().pipe(z.literal(PICTURE_WIDTHS)).default(640) }),
        response: { 200: z.any(), 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const { certificado } = await findByCode(deps.db, request.params.codigo, request.ip, PICTURES)
      if (certificado.estado !== 'vigente') throw fail('CERTIFICADO_NO_DISPONIBLE')
      const { etag, open } = await certificatePicture(deps, certificado, request.query.ancho)
      reply.headers({ ...PICTURE_HEADERS, etag })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      const { stream, size } = await open()
      return reply.headers({ 'content-type': 'image/webp', 'content-length': size }).send(stream)
    },
  )
}

function sampleRoute(app: App, deps: Deps): void {
  app.post(
    '/api/gestion/marca/certificado-ejemplo',
    { config: { access: 'academia' }, schema: { tags: ['Marcas'], body: SampleBody, response: { 200: z.any() } } },
    async (request, reply) => {
      const identity = identityOf(request)
      await throttle(deps.db, SAMPLES, String(identity.id))
      return reply.type('image/webp').send(await sampleCertificate(deps, identity, request.body))
    },
  )
}

function studentRoute(app: App, { db }: Deps, requireStudent: RequireStudent): void {
  app.get(
    '/api/gestion/alumnos/:id/certificados',
    {
      config: { access: 'alumnos.ver' },
      schema: {
        tags: ['Gestión'],
        params: IdParams,
        querystring: StudentPartQuery,
        response: { 200: StudentCertificates },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id } = request.params
      await requireStudent(db, identity, id)
      return { data: await certificatesOfStudent(db, identity, id, request.query.desde) }
    },
  )
}

export function certificateRoutes(app: App, deps: Deps, requireStudent: RequireStudent): void {
  nameRoute(app, deps)
  ownRoutes(app, deps)
  requestRoutes(app, deps)
  revocationRoutes(app, deps)
  publicRoutes(app, deps)
  pictureRoute(app, deps)
  sampleRoute(app, deps)
  studentRoute(app, deps, requireStudent)
}
