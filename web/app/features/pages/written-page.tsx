import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'
import { breadcrumbs } from '../../lib/schema-org'
import { seo } from '../../lib/seo'
import { ErrorPage } from '../../ui/error-page'
import { Html } from '../../ui/html'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/written-page'
import { withAnchors } from './outline'
import { Contents, lastChange, Others } from './page-parts'
import classes from './pages.module.css'
import { readPage } from './read-page'

export async function loader(args: Route.LoaderArgs) {
  const { page, others } = await readPage(args)
  const { html, outline } = withAnchors(page.html)
  return { page: { ...page, html }, outline, others, description: shorten(plainText(page.html), 160) }
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { page, description } = args.loaderData
  const crumb = { name: page.titulo, path: `/${page.clave}` }
  return seo(args, { title: page.titulo, description, type: 'article', data: (site) => [breadcrumbs(site, [crumb])] })
}

/** The brand's texts: terms, privacy, refunds. */
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

/** Inside the shell, so that its navigation stays visible. */
export const ErrorBoundary = ErrorPage
