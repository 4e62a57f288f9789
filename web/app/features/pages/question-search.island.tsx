import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useBrand } from '../../lib/brand'
import { count } from '../../lib/format'
import { nameMatcher } from '../../lib/text-search'
import { useTyped } from '../../lib/typed'
import { Button } from '../../ui/button'
import classes from './pages.module.css'
import { TEXTS } from './texts'

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

/** Hides the questions of the page (question-list.tsx) that do not have the words. */
export default function QuestionSearch() {
  const { typed, type, field } = useTyped()
  const [total, setTotal] = useState(0)
  useEffect(() => {
    const fits = nameMatcher(typed)
    const questions = [...document.querySelectorAll<HTMLElement>(`.${classes.question}`)]
    for (const question of questions) question.hidden = !fits(question.textContent)
    setTotal(questions.filter(({ hidden }) => !hidden).length)
  }, [typed])
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
      {total === 0 && typed !== '' && <NothingFound onClear={() => type('')} />}
    </>
  )
}
