import type { Verification } from '@campus/contract/certificates'
import { certificateCode } from '@campus/contract/codes'
import type { ReactNode } from 'react'
import { lazy } from 'react'
import { data, Link, redirect } from 'react-router'
import { useBrand } from '../../lib/brand'
import { moveToBrand } from '../../lib/brand-address.server'
import { serverClient } from '../../lib/client'
import { type PageRequest, requestContext } from '../../lib/request-context'
import { cardTags } from '../../lib/seo'
import { useSession } from '../../lib/session'
import { siteOf } from '../../lib/site'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { BrandLogo } from '../brands/brands'
import type { Route } from './+types/verification-page'
import { useOwnCertificate } from './certificates'
import { TEXTS } from './texts'
import classes from './verification.module.css'
import { VerificationForm } from './verification-form'
import { CertificateFacts, VerificationResult } from './verification-result'

const OwnCertificate = lazy(() => import('./own-certificate'))

type PageData =
  | { kind: 'form'; typed: string; invalid: boolean }
  | { kind: 'found'; certificate: Verification }
  | { kind: 'unknown' | 'busy' | 'unavailable'; code: string }

const pathOf = (code: string) => `/certificado/${code}`

/** Under the brand that issued it, or here when that one is no more (docs/product/brands.md 1.4). */
async function foundIn({ brand }: PageRequest, call: ReturnType<typeof serverClient>, certificate: Verification) {
  const { id_cliente, codigo_certificado } = certificate
  const path = pathOf(codigo_certificado)
  const move = id_cliente === brand ? null : await moveToBrand(call, { brand: id_cliente, visit: brand, path })
  if (move) throw move
  return data<PageData>({ kind: 'found', certificate })
}

async function verifyCode(page: PageRequest, code: string) {
  const call = serverClient(page.fetch)
  const path = { codigo: code }
  const { data: answer, response } = await call.GET('/api/certificados/validacion/{codigo}', { params: { path } })
  if (answer) return foundIn(page, call, answer.data)
  if (response.status === 404) return data<PageData>({ kind: 'unknown', code }, { status: 404 })
  const status = response.status === 429 ? 429 : 503
  const headers = { 'retry-after': response.headers.get('retry-after') ?? '30' }
  return data<PageData>({ kind: status === 429 ? 'busy' : 'unavailable', code }, { status, headers })
}

/**
 * Verified on the server, so that it works without JavaScript. `?codigo=` and other spellings redirect to the code's
 * canonical address.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const inPath = params['*']
  const typed = inPath || new URL(request.url).searchParams.get('codigo')
  if (typed === null) return data<PageData>({ kind: 'form', typed: '', invalid: false })
  const code = certificateCode(typed)
  if (code && code !== inPath) throw redirect(pathOf(code))
  if (code) return verifyCode(context.get(requestContext), code)
  if (inPath) return data<PageData>({ kind: 'unknown', code: typed }, { status: 404 })
  return data<PageData>({ kind: 'form', typed, invalid: true }, { status: 422 })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const wait = loaderHeaders.get('retry-after')
  const noIndex: HeadersInit = { 'x-robots-tag': 'noindex' }
  return wait ? { ...noIndex, 'retry-after': wait } : noIndex
}

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) => {
  const robots = { name: 'robots', content: 'noindex' }
  if (loaderData?.kind !== 'found') return [robots]
  const { alumno, curso, modulo, nombre_cliente, codigo_certificado, estado } = loaderData.certificate
  const card = { path: `certificados/${codigo_certificado}` as const, alt: `Certificado de ${alumno}` }
  return [
    robots,
    { property: 'og:title', content: `Certificado de ${alumno}` },
    { property: 'og:description', content: `${modulo ?? curso} · ${nombre_cliente}` },
    ...(root.loaderData && estado === 'vigente' ? cardTags(siteOf(root.loaderData.brand), card) : []),
  ]
}

/** For people from outside the campus: only the brand and one column. */
function VerificationFrame({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const brand = useBrand()
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <Link to="/" className={classes.logo} aria-label={`${brand.nombre}, ir al inicio`}>
        <BrandLogo brand={brand} height={44} />
      </Link>
      {children}
    </div>
  )
}

/** What anyone sees: the result first, then the facts. */
function Verified({ page }: { page: PageData }) {
  if (page.kind === 'form')
    return (
      <VerificationFrame>
        <PageHead title={TEXTS.verifyTitle} lead={TEXTS.verifyLead} />
        <VerificationForm typed={page.typed} invalid={page.invalid} />
      </VerificationFrame>
    )
  if (page.kind === 'found')
    return (
      <VerificationFrame wide>
        <CertificateFacts certificate={page.certificate} />
      </VerificationFrame>
    )
  return (
    <VerificationFrame>
      <VerificationResult kind={page.kind} code={page.code} />
      <VerificationForm typed={page.code} invalid={false} />
    </VerificationFrame>
  )
}

const WAITING = <Skeleton height={480} maxWidth={860} />

/** To its owner, the certificate inside the campus. */
export default function VerificationPage({ loaderData, params }: Route.ComponentProps) {
  const own = useOwnCertificate(params['*'])
  const session = useSession()
  if (session && own === undefined) return WAITING
  if (!own) return <Verified page={loaderData} />
  return (
    <Late fallback={WAITING} failed={<Verified page={loaderData} />}>
      <OwnCertificate certificate={own} />
    </Late>
  )
}
