import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useBrand } from '../../platform/brand'
import { count } from '../../platform/format'
import { nameMatcher } from '../../platform/match'
import { plainText } from '../../platform/plain-text'
import { Html } from '../../ui/html'
import type { Question, Questions } from './outline'
import classes from './pages.module.css'
import { T } from './texts'

/** Opens the question that the address names, on arrival and when it changes. */
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

/** Paper shows every answer, and the screen afterwards what it showed before. */
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

/** `level` is the heading's: below its group's, or the page's own next one. */
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
        {T.help} Escríbenos a <a href={`mailto:${correo}`}>{correo}</a>.
      </p>
      <Button variant="light" onClick={onClear}>
        {T.clear}
      </Button>
    </div>
  )
}

/** Questions to unfold, each a native disclosure: keyboard, the browser's own search and no JavaScript all work. */
export function QuestionList({ groups }: Pick<Questions, 'groups'>) {
  const [typed, setTyped] = useState('')
  useNamedQuestion()
  useOpenOnPaper()
  const fits = nameMatcher(typed)
  const shown = groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => fits(`${question} ${plainText(answer)}`)),
    }))
    .filter(({ questions }) => questions.length > 0)
  const many = shown.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <>
      <search className={classes.search}>
        <TextInput
          type="search"
          label={T.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={20} aria-hidden />}
          size="md"
          autoComplete="off"
          maxLength={100}
        />
        <p className={classes.found} role="status">
          {typed.trim() !== '' && (many > 0 ? count(many, 'pregunta', 'preguntas') : T.none)}
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
      {many === 0 && typed !== '' && <NothingFound onClear={() => setTyped('')} />}
    </>
  )
}
