import { plainText } from '@campus/contract/plain-text'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useBrand } from '../../lib/brand'
import { count } from '../../lib/format'
import { nameMatcher } from '../../lib/text-search'
import { useTyped } from '../../lib/typed'
import { Button } from '../../ui/button'
import { Html } from '../../ui/html'
import type { Question, Questions } from './outline'
import classes from './pages.module.css'
import { TEXTS } from './texts'

/** Opens the question in the address, on arrival and when the fragment changes. */
function useNamedQuestion(): void {
  useEffect(() => {
    const open = () => {
      const named = window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
      if (named instanceof HTMLDetailsElement) named.open = true
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
}

/** Prints with every answer open, then restores the screen. */
function useOpenOnPaper(): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const before = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
      for (const details of opened) details.open = true
    }
    const after = () => {
      for (const details of opened) details.open = false
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}

function Answer({ id, question, answer, level: Heading }: Question & { level: 'h2' | 'h3' }) {
  return (
    <details id={id} className={classes.question}>
      <summary>
        <Heading>{question}</Heading>
        <IconChevronDown size={22} aria-hidden />
      </summary>
      <div className={classes.answer}>
        <Html html={answer} />
      </div>
    </details>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { correo } = useBrand()
  return (
    <div className={classes.nothing}>
      <p>
        {TEXTS.help} Escríbenos a <a href={`mailto:${correo}`}>{correo}</a>.
      </p>
      <Button variant="light" onClick={onClear}>
        {TEXTS.clear}
      </Button>
    </div>
  )
}

/** Each question is a native disclosure, so keyboard, find in page and no JavaScript all work. */
export function QuestionList({ groups }: Pick<Questions, 'groups'>) {
  const { typed, type, field } = useTyped()
  useNamedQuestion()
  useOpenOnPaper()
  const fits = nameMatcher(typed)
  const shown = groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => fits(`${question} ${plainText(answer)}`)),
    }))
    .filter(({ questions }) => questions.length > 0)
  const total = shown.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <>
      <search className={classes.search}>
        <label htmlFor="pregunta">{TEXTS.search}</label>
        <span className={classes.box}>
          <IconSearch size={20} aria-hidden />
          <input
            ref={field}
            id="pregunta"
            type="search"
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            autoComplete="off"
            maxLength={100}
          />
        </span>
        <p className={classes.found} role="status">
          {typed.trim() !== '' && (total > 0 ? count(total, 'pregunta', 'preguntas') : TEXTS.none)}
        </p>
      </search>
      {shown.map(({ id, title, questions }) => (
        <section key={id} aria-label={title ?? undefined} className={classes.group}>
          {title && <h2 id={id}>{title}</h2>}
          {questions.map((question) => (
            <Answer key={question.id} level={title ? 'h3' : 'h2'} {...question} />
          ))}
        </section>
      ))}
      {total === 0 && typed !== '' && <NothingFound onClear={() => type('')} />}
    </>
  )
}
