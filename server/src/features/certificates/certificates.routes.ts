import {
  Certificate,
  CertificateBody,
  CourseCertificates,
  RevocationBody,
  Verification,
} from '@campus/contract/certificates'
import { IdParams, listOf, maybeOf, oneOf, PathId } from '@campus/contract/common'
import { z } from 'zod'
import { PDF_HEADERS } from '../../platform/files/pdf.ts'
import { subjectOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { certificatesByCourse, certificatesOfCourse } from './courses.ts'
import { certificatePdf, contentDisposition } from './pdf.ts'
import {
  activeCertificates,
  askCertificate,
  certificatesOf,
  courseCertificate,
  findByCode,
  moduleCertificate,
  refreshCertificate,
  verifyCertificate,
} from './reading.ts'
import { restoreCertificate, revokeCertificate } from './revocation.ts'

const tags = ['Certificados']
const signed = { access: 'signed' } as const
const CodeParams = z.object({ codigo: z.string().max(40) })
const SubjectParams = z.object({ id: PathId, usuario: PathId })

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

function askingRoutes(app: App, { db }: Deps): void {
  app.post(
    '/api/certificados',
    {
      config: signed,
      schema: { tags, body: CertificateBody, response: { 200: oneOf(Certificate), 201: oneOf(Certificate) } },
    },
    async (request, reply) => {
      const { certificate, created } = await askCertificate(db, identityOf(request), request.body)
      return reply.status(created ? 201 : 200).send({ data: certificate })
    },
  )
  // Whatever the body says of grade or date is not read: it is not in the schema.
  app.put(
    '/api/certificados/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(Certificate) } } },
    async (request) => ({ data: await refreshCertificate(db, identityOf(request), request.params.id) }),
  )
}

function revokingRoutes(app: App, { db }: Deps): void {
  const revoking = {
    config: { access: 'admin' as const },
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

/** Certificates, their public verification and their document (campus.md section 9, contract section 4). */
export function certificateRoutes(app: App, deps: Deps): void {
  ownRoutes(app, deps)
  askingRoutes(app, deps)
  revokingRoutes(app, deps)
  publicRoutes(app, deps)
}
