import { plainText } from '@campus/contract/plain-text'
import { breadcrumbs, questions as faq } from '../../lib/schema-org'
import { seo } from '../../lib/seo'
import { ErrorPage } from '../../ui/error-page'
import { Html } from '../../ui/html'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/questions-page'
import { questionsOf } from './outline'
import { lastChange, Others } from './page-parts'
import classes from './pages.module.css'
import { QuestionList } from './question-list'
import { readPage } from './read-page'

export async function loader(args: Route.LoaderArgs) {
  const { page, others } = await readPage(args)
  const { html, ...rest } = page
  return { page: rest, others, ...questionsOf(html) }
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { page, intro, groups } = args.loaderData
  const { brand } = args.matches[0].loaderData
  const all = groups.flatMap((group) => group.questions)
  const words = plainText(intro) || `Respuestas de ${brand.nombre}: ${all.map(({ question }) => question).join(' ')}`
  return seo(args, {
    title: page.titulo,
    description: words,
    data: (site) => [
      breadcrumbs(site, [{ name: page.titulo, path: `/${page.clave}` }]),
      ...(all.length > 0 ? [faq(all)] : []),
    ],
  })
}

/** Frequently asked questions, with a search. */
export default function QuestionsPage({ loaderData }: Route.ComponentProps) {
  const { page, intro, groups, others } = loaderData
  return (
    <div className={classes.page}>
      <div className={classes.text}>
        <PageHead title={page.titulo} documentTitle={null} lead={lastChange(page.actualizado_en)} flush />
        {intro && <Html html={intro} />}
        <QuestionList groups={groups} />
        <Others pages={others} />
      </div>
    </div>
  )
}

/** Inside the shell, so that its navigation stays visible. */
export const ErrorBoundary = ErrorPage
