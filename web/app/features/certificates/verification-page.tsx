import type { Verification } from '@campus/contract/certificates'
import { data, redirect } from 'react-router'
import { serverClient } from '../../platform/client'
import { paletteOf } from '../../platform/palette.server'
import { requestContext } from '../../platform/request-context'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/verification-page'
import { normaliseCode } from './code'
import { T } from './texts'
import { VerificationForm } from './verification-form'
import { VerificationFrame } from './verification-frame'
import { type SheetColors, Verdict, VerdictFacts } from './verification-view'

type Found =
  | { kind: 'form'; typed: string; wrong: boolean }
  | { kind: 'found'; certificate: Verification; colors: SheetColors | undefined }
  | { kind: 'unknown' | 'busy' | 'away'; code: string }

async function colorsOf(call: ReturnType<typeof serverClient>, brand: number): Promise<SheetColors | undefined> {
  const { data: answer } = await call.GET('/api/clientes/activos')
  const found = answer?.data.find((candidate) => candidate.id === brand)
  return found && { ink: paletteOf(found.color_primario)[7], accent: paletteOf(found.color_acento)[5] }
}

async function look(call: ReturnType<typeof serverClient>, code: string) {
  const path = { codigo: code }
  const { data: answer, response } = await call.GET('/api/certificados/validacion/{codigo}', { params: { path } })
  if (answer)
    return data<Found>({
      kind: 'found',
      certificate: answer.data,
      colors: await colorsOf(call, answer.data.id_cliente),
    })
  if (response.status === 404) return data<Found>({ kind: 'unknown', code }, { status: 404 })
  const status = response.status === 429 ? 429 : 503
  const headers = { 'retry-after': response.headers.get('retry-after') ?? '30' }
  return data<Found>({ kind: status === 429 ? 'busy' : 'away', code }, { status, headers })
}

/**
 * Looks a code up on the server, so that the answer can be read without JavaScript. The form comes back as `?codigo=`
 * and leads to the code's own address; a code written otherwise leads to how it is written.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const typed = params.id_certificado ?? new URL(request.url).searchParams.get('codigo')
  if (typed === null) return data<Found>({ kind: 'form', typed: '', wrong: false })
  const code = normaliseCode(typed)
  if (code && code !== params.id_certificado) throw redirect(`/certificado/${code}`)
  if (code) return look(serverClient(context.get(requestContext).fetch), code)
  if (params.id_certificado !== undefined) return data<Found>({ kind: 'unknown', code: typed }, { status: 404 })
  return data<Found>({ kind: 'form', typed, wrong: true }, { status: 422 })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const wait = loaderHeaders.get('retry-after')
  const noIndex: HeadersInit = { 'x-robots-tag': 'noindex' }
  return wait ? { ...noIndex, 'retry-after': wait } : noIndex
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const robots = { name: 'robots', content: 'noindex' }
  if (loaderData?.kind !== 'found') return [robots]
  const { alumno, curso, modulo, nombre_cliente } = loaderData.certificate
  return [
    robots,
    { property: 'og:title', content: `Certificado de ${alumno}` },
    { property: 'og:description', content: `${modulo ?? curso} · ${nombre_cliente}` },
  ]
}

/** Anybody checks a certificate by its code: the verdict first, then the facts. */
export default function VerificationPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'form')
    return (
      <VerificationFrame>
        <PageHead title={T.verifyTitle} lead={T.verifyLead} />
        <VerificationForm typed={loaderData.typed} wrong={loaderData.wrong} />
      </VerificationFrame>
    )
  if (loaderData.kind === 'found')
    return (
      <VerificationFrame wide>
        <VerdictFacts certificate={loaderData.certificate} colors={loaderData.colors} />
      </VerificationFrame>
    )
  return (
    <VerificationFrame>
      <Verdict kind={loaderData.kind} code={loaderData.code} />
      <VerificationForm typed="" wrong={false} />
    </VerificationFrame>
  )
}
