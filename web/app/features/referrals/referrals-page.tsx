import { Button, Skeleton } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useBrand } from '../../lib/brand'
import { loginPath } from '../../lib/redirect'
import { seo } from '../../lib/seo'
import { useSession } from '../../lib/session'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { Guest, SignedIn } from '../../ui/signed-in'
import type { Route } from './+types/referrals-page'
import { Codes } from './codes'
import { HowItWorks } from './how-it-works'
import { CODE_PARAM, inviteUrl } from './invite-links'
import { Invited } from './invited'
import classes from './referrals.module.css'
import { TEXTS } from './texts'

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
          <Button component={Link} to={loginPath(HERE)}>
            {TEXTS.login}
          </Button>
          <Button component={Link} to={`/registro?redirect=${HERE.pathname}`} variant="default">
            {TEXTS.register}
          </Button>
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

/** A skeleton until the browser has read the session. */
function Signed() {
  const session = useSession()
  if (!session) return <Skeleton height={280} radius="lg" />
  return session.user.tipo_cliente === 'Alumno' ? <Codes student={session.user.id} /> : <Staff />
}

/** How referrals work, and a student's own codes (docs/product/shop.md 8). */
export default function ReferralsPage() {
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
          {code && <Invited key={code} code={code} />}
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
