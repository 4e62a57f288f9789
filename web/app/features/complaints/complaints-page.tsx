import { useBrand } from '../../platform/brand'
import { breadcrumbs } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/complaints-page'
import classes from './complaints.module.css'
import { ComplaintForm } from './form'
import { Law, Provider } from './provider'
import { Sent } from './sent'
import { T } from './texts'
import { useReceipt } from './use-receipt'

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: T.title,
    description: T.description,
    data: (site) => [breadcrumbs(site, [{ name: T.title, path: '/libro-de-reclamaciones' }])],
  })

/** The complaints book that the law asks of a shop: whose it is, what it is for, and the sheet (Ley 29571, article 150). */
export default function ComplaintsPage() {
  const [receipt, keep] = useReceipt(useBrand().id)
  return (
    <>
      <PageHead title={T.title} documentTitle={null} lead={T.lead} />
      <div className={classes.page}>
        <div className={classes.whose}>
          <Provider />
        </div>
        <div className={classes.sheet}>
          {receipt ? <Sent receipt={receipt} onAnother={() => keep(null)} /> : <ComplaintForm onSent={keep} />}
        </div>
        <aside className={classes.about} aria-label="Qué dice la ley">
          <Law />
        </aside>
      </div>
    </>
  )
}
