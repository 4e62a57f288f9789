import { excerpt, plainText } from '../../platform/plain-text'
import { breadcrumbs } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { ErrorPage } from '../../shell/error-page'
import { Html } from '../../ui/html'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/written-page'
import { Contents, lastChange, Others } from './around'
import { withAnchors } from './outline'
import classes from './pages.module.css'
import { readPage } from './read-page'

export async function loader(args: Route.LoaderArgs) {
  const { page, others } = await readPage(args)
  const { html, outline } = withAnchors(page.html)
  return { page: { ...page, html }, outline, others, description: excerpt(plainText(page.html), 160) }
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { page, description } = args.loaderData
  const crumb = { name: page.titulo, path: `/${page.clave}` }
  return seo(args, { title: page.titulo, description, type: 'article', data: (site) => [breadcrumbs(site, [crumb])] })
}

/** What the academy wrote for everybody to read: terms, privacy, refunds. */
export default function WrittenPage({ loaderData }: Route.ComponentProps) {
  const { page, outline, others } = loaderData
  return (
    <article className={classes.page}>
      <div className={classes.text}>
        <PageHead
          key={page.clave}
          title={page.titulo}
          documentTitle={null}
          lead={lastChange(page.actualizado_en)}
          flush
        />
        <Contents key={`${page.clave} contents`} outline={outline} />
        <Html html={page.html} />
        <Others pages={others} />
      </div>
    </article>
  )
}

/** Inside the shell: the way on stays in sight. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
