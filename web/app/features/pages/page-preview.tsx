import type { WrittenPage } from '@campus/contract/pages'
import { Html } from '../../ui/html'
import { PageHead } from '../../ui/page-head'
import { questionsOf, withAnchors } from './outline'
import { Contents, lastChange } from './page-parts'
import classes from './pages.module.css'
import { QuestionList } from './question-list'

function Questions({ html }: { html: string }) {
  const { intro, groups } = questionsOf(html)
  return (
    <>
      {intro && <Html html={intro} />}
      <QuestionList groups={groups} />
    </>
  )
}

function Text({ html }: { html: string }) {
  const { outline, html: anchored } = withAnchors(html)
  return (
    <>
      <Contents outline={outline} />
      <Html html={anchored} />
    </>
  )
}

/** A written page, made of the parts of its own screens. */
export default function PagePreview({ page: { clave, titulo, html, actualizado_en } }: { page: WrittenPage }) {
  return (
    <div className={classes.page}>
      <div className={classes.text}>
        <PageHead title={titulo} documentTitle={null} lead={lastChange(actualizado_en)} flush />
        {clave === 'preguntas-frecuentes' ? <Questions html={html} /> : <Text html={html} />}
      </div>
    </div>
  )
}
