import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { useBrand } from '../../lib/brand'
import { serverClient } from '../../lib/client'
import { loginPath } from '../../lib/redirect'
import { requestContext } from '../../lib/request-context'
import { seo } from '../../lib/seo'
import { useSession } from '../../lib/session'
import { LinkButton } from '../../ui/button'
import { Island } from '../../ui/island'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { Guest, SignedIn } from '../../ui/signed-in'
import { Skeleton } from '../../ui/skeleton'
import type { Route } from './+types/referrals-page'
import { HowItWorks } from './how-it-works'
import { askInvitation } from './invitation'
import { CODE_PARAM, inviteUrl } from './invite-links'
import Invited from './invited.island'
import classes from './referrals.module.css'
import { TEXTS } from './texts'

const Codes = lazy(() => import('./codes'))

const codeIn = (url: string) => new URL(url).searchParams.get(CODE_PARAM)

export async function loader({ request, context }: Route.LoaderArgs) {
  const code = codeIn(request.url)
  const page = context.get(requestContext)
  return { asked: code ? await askInvitation(serverClient(page.fetch), page.brand, code) : null }
}

/** Without an invitation nothing is asked, so that the page opens without a connection too. */
export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  codeIn(request.url) ? serverLoader() : { asked: null }

export const meta: Route.MetaFunction = (args) => {
  const brand = args.matches[0].loaderData?.brand
  if (!brand) return []
  const code = new URLSearchParams(args.location.search).get(CODE_PARAM)
  if (!code) return seo(args, { title: TEXTS.title, description: TEXTS.description(brand.nombre) })
  return seo(args, {
    title: TEXTS.invitation,
    description: TEXTS.invitedDescription(brand.nombre, brand.descuento_referido),
    card: { path: `invitaciones/${brand.id}`, alt: TEXTS.invitation },
    url: inviteUrl(brand, code),
    index: false,
  })
}

const HERE = { pathname: '/referidos', search: '' }

function Welcome() {
  return (
    <Panel>
      <section aria-labelledby="entrar" className={classes.box}>
        <h2 id="entrar">{TEXTS.guestTitle}</h2>
        <p>{TEXTS.guestText}</p>
        <div className={classes.buttons}>
          <LinkButton to={loginPath(HERE)}>{TEXTS.login}</LinkButton>
          <LinkButton to={`/registro?redirect=${HERE.pathname}`} variant="default">
            {TEXTS.register}
          </LinkButton>
        </div>
      </section>
    </Panel>
  )
}

function Staff() {
  return (
    <Panel>
      <section aria-labelledby="personal" className={classes.box}>
        <h2 id="personal">{TEXTS.staffTitle}</h2>
        <p>{TEXTS.staffText}</p>
      </section>
    </Panel>
  )
}

const WAITING = <Skeleton height={280} />

/** A skeleton until the browser has read the session. */
function Signed() {
  const session = useSession()
  if (session && session.user.tipo_cliente !== 'Alumno') return <Staff />
  return session ? (
    <Late fallback={WAITING}>
      <Codes student={session.user.id} />
    </Late>
  ) : (
    WAITING
  )
}

/** How referrals work, and a student's own codes (docs/product/shop.md 8). */
export default function ReferralsPage({ loaderData: { asked } }: Route.ComponentProps) {
  const brand = useBrand()
  const [params] = useSearchParams()
  const code = params.get(CODE_PARAM)
  const how = <HowItWorks percent={brand.descuento_referido} />
  return (
    <>
      <PageHead
        title={code ? TEXTS.invitation : TEXTS.title}
        documentTitle={null}
        lead={code ? TEXTS.invitedLead : TEXTS.lead(brand.descuento_referido)}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          {code && asked && (
            <Island key={code} name="features/referrals/invited" part={Invited} props={{ code, asked }} />
          )}
          <Guest>{!code && <Welcome />}</Guest>
          <SignedIn>
            <Signed />
          </SignedIn>
        </div>
        {code ? <SignedIn>{how}</SignedIn> : how}
      </div>
    </>
  )
}
