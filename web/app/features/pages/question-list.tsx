import { IconChevronDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Html } from '../../ui/html'
import { Island } from '../../ui/island'
import type { Question, Questions } from './outline'
import classes from './pages.module.css'
import QuestionSearch from './question-search.island'

/** Opens the question in the address, as the browser does on a document. */
function useNamedQuestion(): void {
  useEffect(() => {
    const open = () => {
      const named = window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
      const question = named ? named.closest('details') : null
      if (question) question.open = true
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
}

function Answer({ id, question, answer, level: Heading }: Question & { level: 'h2' | 'h3' }) {
  return (
    <details className={classes.question}>
      <summary>
        <Heading>{question}</Heading>
        <IconChevronDown size={22} aria-hidden />
      </summary>
      <div id={id} className={classes.answer}>
        <Html html={answer} />
      </div>
    </details>
  )
}

/** Each question is a native disclosure, so keyboard, find in page and no JavaScript all work. */
export function QuestionList({ groups }: Pick<Questions, 'groups'>) {
  useNamedQuestion()
  return (
    <>
      <Island name="features/pages/question-search" part={QuestionSearch} props={{}} />
      {groups.map(({ id, title, questions }) => (
        <section key={id} aria-label={title ?? undefined} className={classes.group}>
          {title && <h2 id={id}>{title}</h2>}
          {questions.map((question) => (
            <Answer key={question.id} level={title ? 'h3' : 'h2'} {...question} />
          ))}
        </section>
      ))}
    </>
  )
}
