import { breadcrumbs } from '../../lib/schema-org'
import { seo } from '../../lib/seo'
import { Island } from '../../ui/island'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/complaints-page'
import classes from './complaints.module.css'
import { Law, Provider } from './provider'
import Sheet from './sheet.island'
import { TEXTS } from './texts'

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: TEXTS.title,
    description: TEXTS.description,
    data: (site) => [breadcrumbs(site, [{ name: TEXTS.title, path: '/libro-de-reclamaciones' }])],
  })

/** The complaints book that the law requires of a shop (Ley 29571, article 150). */
export default function ComplaintsPage() {
  return (
    <>
      <PageHead title={TEXTS.title} documentTitle={null} lead={TEXTS.lead} />
      <div className={classes.page}>
        <div className={classes.whose}>
          <Provider />
        </div>
        {/* What is kept under these keys is shown by scripts. */}
        <div className={classes.sheet} data-wake="libro-">
          <Island name="features/complaints/sheet" part={Sheet} props={{}} />
        </div>
        <aside className={classes.about} aria-label="Qué dice la ley">
          <Law />
        </aside>
      </div>
    </>
  )
}
