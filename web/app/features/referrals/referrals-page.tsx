import { Button, Skeleton } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useBrand } from '../../platform/brand'
import { loginPath } from '../../platform/redirect'
import { seo } from '../../platform/seo'
import { useSession } from '../../platform/session'
import { Only } from '../../ui/only'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import type { Route } from './+types/referrals-page'
import { Codes } from './codes'
import { HowItWorks } from './how-it-works'
import { Invited } from './invited'
import classes from './referrals.module.css'
import { CODE_PARAM } from './share-links'
import { T } from './texts'

export const meta: Route.MetaFunction = (args) => {
  const brand = args.matches[0].loaderData?.brand
  return brand ? seo(args, { title: T.title, description: T.description(brand.nombre, brand.descuento_referido) }) : []
}

const HERE = { pathname: '/referidos', search: '' }

/** What somebody who did not enter can do here. */
function Visitor() {
  return (
    <Panel>
      <section aria-labelledby="entrar" className={classes.visitor}>
        <h2 id="entrar">{T.visitorTitle}</h2>
        <p>{T.visitorText}</p>
        <div className={classes.buttons}>
          <Button component={Link} to={loginPath(HERE)}>
            {T.login}
          </Button>
          <Button component={Link} to={`/registro?redirect=${HERE.pathname}`} variant="default">
            {T.register}
          </Button>
        </div>
      </section>
    </Panel>
  )
}

function Staff() {
  return (
    <Panel>
      <section aria-labelledby="personal" className={classes.visitor}>
        <h2 id="personal">{T.staffTitle}</h2>
        <p>{T.staffText}</p>
      </section>
    </Panel>
  )
}

/** The own codes; until the browser knows whose they are, their place. */
function Signed() {
  const session = useSession()
  if (!session) return <Skeleton height={280} radius="lg" />
  return session.user.tipo_cliente === 'Alumno' ? <Codes student={session.user.id} /> : <Staff />
}

/** Invite others: what it is for anybody, the own codes for a student (storefront.md section 2 "Referral"). */
export default function ReferralsPage() {
  const brand = useBrand()
  const [params] = useSearchParams()
  const code = params.get(CODE_PARAM)
  return (
    <>
      <PageHead title={T.title} documentTitle={null} lead={T.lead(brand.descuento_referido)} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {code && <Invited key={code} code={code} />}
          <Only who="visitor">
            <Visitor />
          </Only>
          <Only who="signed">
            <Signed />
          </Only>
        </div>
        <HowItWorks percent={brand.descuento_referido} />
      </div>
    </>
  )
}
