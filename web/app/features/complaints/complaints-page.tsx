import { useBrand } from '../../lib/brand'
import { breadcrumbs } from '../../lib/schema-org'
import { seo } from '../../lib/seo'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/complaints-page'
import { ComplaintForm } from './complaint-form'
import classes from './complaints.module.css'
import { Law, Provider } from './provider'
import { Sent } from './sent'
import { TEXTS } from './texts'
import { useReceipt } from './use-receipt'

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: TEXTS.title,
    description: TEXTS.description,
    data: (site) => [breadcrumbs(site, [{ name: TEXTS.title, path: '/libro-de-reclamaciones' }])],
  })

/** The complaints book that the law requires of a shop (Ley 29571, article 150). */
export default function ComplaintsPage() {
  const [receipt, storeReceipt] = useReceipt(useBrand().id)
  return (
    <>
      <PageHead title={TEXTS.title} documentTitle={null} lead={TEXTS.lead} />
      <div className={classes.page}>
        <div className={classes.whose}>
          <Provider />
        </div>
        {/* What is kept under these keys is shown by scripts. */}
        <div className={classes.sheet} data-wake="libro-">
          {receipt ? (
            <Sent receipt={receipt} onAnother={() => storeReceipt(null)} />
          ) : (
            <ComplaintForm onSent={storeReceipt} />
          )}
        </div>
        <aside className={classes.about} aria-label="Qué dice la ley">
          <Law />
        </aside>
      </div>
    </>
  )
}
