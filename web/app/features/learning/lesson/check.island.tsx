import { checkOf } from '@campus/contract/checks'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/button'
import { Options, optionId } from '../../../ui/options'
import classes from './check.module.css'
import { keepAnswer, readAnswer } from './check-answers'

const TEXTS = {
  name: 'Compruébalo',
  note: 'No cuenta para tu nota.',
  check: 'Comprobar',
  again: 'Responder otra vez',
  none: 'Elige una opción.',
  wrong: 'Todavía no. Prueba con otra.',
  right: '¡Correcto!',
} as const

export type CheckProps = {
  /** As in the lesson's HTML. */
  escaped: string
  lesson: number
  /** Of the check among those of its page. */
  place: number
}

/** Of a page that the server drew, before it woke. */
const isChecked = (option: number): boolean =>
  globalThis.document?.querySelector<HTMLInputElement>(`#${optionId(option)}`)?.checked ?? false

/** A question between paragraphs, answered in place (docs/product/learning.md 4.8). */
export default function Check({ escaped, lesson, place }: CheckProps) {
  const { pregunta, opciones, correcta, explicacion } = checkOf(escaped)
  const first = place * 10
  const options = opciones.map((opcion, at) => ({ id: first + at, opcion }))
  const [early] = useState(() => options.findIndex(({ id }) => isChecked(id)))
  const [chosen, setChosen] = useState(-1)
  const [said, setSaid] = useState<'none' | 'wrong' | 'right' | null>(null)
  const tell = (option: number) => setSaid(option === correcta ? 'right' : 'wrong')
  const recall = useEffectEvent(() => {
    const kept = opciones.indexOf(readAnswer(lesson, pregunta) ?? '')
    if (early >= 0) setChosen(early)
    else if (kept >= 0) {
      setChosen(kept)
      tell(kept)
    }
  })
  // The server draws it unanswered.
  useEffect(() => recall(), [])

  function choose(option: number): void {
    setChosen(option - first)
    setSaid(null)
  }
  function answer(event: FormEvent): void {
    event.preventDefault()
    const option = opciones[chosen]
    if (option === undefined) setSaid('none')
    else {
      keepAnswer(lesson, pregunta, option)
      tell(chosen)
    }
  }
  function forget(): void {
    keepAnswer(lesson, pregunta, null)
    setChosen(-1)
    setSaid(null)
    requestAnimationFrame(() => document.getElementById(optionId(first))?.focus())
  }
  /** As in an exam, 1 to 9 choose. */
  function onKeyDown(event: KeyboardEvent): void {
    const option = options[Number(event.key) - 1]
    if (!option || said === 'right' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(option.id)
    document.getElementById(optionId(option.id))?.focus()
  }

  return (
    <form className={classes.check} onSubmit={answer} onKeyDown={onKeyDown}>
      <fieldset className={classes.field}>
        <legend className={classes.question}>
          <span className={classes.name}>{TEXTS.name}</span>
          <span>{pregunta}</span>
        </legend>
        <Options
          question={first}
          options={options}
          chosen={[first + chosen]}
          verdict={said === 'none' || said === null ? undefined : said}
          onChoose={choose}
        />
      </fieldset>
      <div className={classes.foot}>
        <div role="status" className={classes.said} data-said={said ?? undefined}>
          {said && <p>{TEXTS[said]}</p>}
          {said === 'right' && explicacion && <p>{explicacion}</p>}
          {said === null && <p className={classes.note}>{TEXTS.note}</p>}
        </div>
        {said === 'right' ? (
          <Button variant="subtle" size="sm" onClick={forget}>
            {TEXTS.again}
          </Button>
        ) : (
          <Button type="submit" variant="light">
            {TEXTS.check}
          </Button>
        )}
      </div>
    </form>
  )
}
