import type { PromptQuestion, PromptTopicDetail } from '@campus/contract/prompts'
import { Alert, Button, Textarea } from '@mantine/core'
import { IconAlertCircle, IconWand } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { api } from '../../platform/api'
import { useDraft } from '../../platform/draft'
import { ApiError } from '../../platform/errors'
import { Choice } from '../../ui/choice'
import { Panel } from '../../ui/panel'
import { HISTORY } from './history'
import { type Answers, answersTo, parseAnswers, wrongAnswers } from './prompt-answers'
import classes from './prompts.module.css'
import { Results } from './results'
import { T } from './texts'

type QuestionProps = {
  question: PromptQuestion
  answer: string
  error: string | undefined
  onAnswer: (answer: string) => void
}

function Question({ question: { texto, tipo, variable, opciones }, answer, error, onAnswer }: QuestionProps) {
  if (tipo === 'opcion')
    return (
      <Choice
        name={variable}
        legend={texto}
        options={opciones.map((option) => ({ value: option.texto, label: option.texto }))}
        chosen={answer}
        onChoose={onAnswer}
        error={error}
      />
    )
  return (
    <Textarea
      name={variable}
      label={texto}
      required
      autosize
      minRows={2}
      maxRows={12}
      value={answer}
      error={error}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  )
}

/** What the server finds wrong, under each variable; null when it says something else. */
function refusedOf(error: unknown): Answers | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  const found = Object.entries(error.errors).map(([field, [text = '']]) => [field.replace(/^respuestas\./, ''), text])
  return found.length > 0 ? Object.fromEntries(found) : null
}

/** The answers, kept on the device and the server while they are typed, and what is wrong with them. */
function useAnswers({ id, preguntas }: PromptTopicDetail, reused: Answers | null) {
  const draft = useDraft(`prompt-${id}`)
  const answers = answersTo(preguntas, parseAnswers(draft.text))
  const [wrong, setWrong] = useState<Answers>({})
  const take = useEffectEvent((taken: Answers) => {
    draft.write(JSON.stringify(answersTo(preguntas, taken)))
    setWrong({})
  })
  useEffect(() => {
    if (reused) take(reused)
  }, [reused])
  return {
    answers,
    wrong,
    setWrong,
    begun: Object.values(answers).some((answer) => answer !== ''),
    answer(variable: string, text: string): void {
      draft.write(JSON.stringify({ ...answers, [variable]: text }))
      setWrong(({ [variable]: _, ...others }) => others)
    },
    clear(): void {
      draft.clear()
      setWrong({})
    },
  }
}

/** Brings the questions into sight when they are chosen here: on a phone they stand below the list of topics. */
function useArrival(reused: Answers | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const chosen = useNavigationType() === 'PUSH'
  const arrive = useEffectEvent(() => {
    const node = heading.current
    if (!node || !chosen) return
    node.focus({ preventScroll: true })
    const { top } = node.getBoundingClientRect()
    if (top < 0 || top > window.innerHeight / 2) node.scrollIntoView()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: answers that are used again are chosen again
  useEffect(() => arrive(), [reused])
  return heading
}

/** A topic's questions as a form, and the prompts that come of the answers. */
export function TopicForm({ topic, reused }: { topic: PromptTopicDetail; reused: Answers | null }) {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const heading = useArrival(reused)
  const { answers, wrong, setWrong, begun, answer, clear } = useAnswers(topic, reused)
  const generate = api.useMutation('post', '/api/prompts-generados/{id}/generar', {
    meta: { handled: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: HISTORY }),
    onError: (error: unknown) => point(refusedOf(error) ?? {}),
  })
  /** Says what is wrong and brings the focus to the first of it. */
  const point = (found: Answers) => {
    setWrong(found)
    const first = topic.preguntas.find(({ variable }) => found[variable])
    const field = first && form.current?.elements.namedItem(first.variable)
    const node = field instanceof RadioNodeList ? field[0] : field
    if (node instanceof HTMLElement) node.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = wrongAnswers(topic.preguntas, answers)
    if (Object.keys(found).length > 0) return point(found)
    generate.mutate({ params: { path: { id: String(topic.id) } }, body: { respuestas: answers } })
  }
  const refused: unknown = generate.error
  return (
    <>
      <Panel>
        <section aria-labelledby="tema">
          <h2 id="tema" ref={heading} tabIndex={-1} className={classes.title}>
            {topic.nombre}
          </h2>
          <form ref={form} onSubmit={submit} noValidate className={classes.form}>
            {topic.preguntas.map((question) => (
              <Question
                key={question.id}
                question={question}
                answer={answers[question.variable] ?? ''}
                error={wrong[question.variable]}
                onAnswer={(text) => answer(question.variable, text)}
              />
            ))}
            {refused instanceof Error && !refusedOf(refused) && (
              <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={T.generateError} role="alert">
                {refused.message}
              </Alert>
            )}
            <div className={classes.send}>
              <Button type="submit" loading={generate.isPending} leftSection={<IconWand size={20} aria-hidden />}>
                {T.generate}
              </Button>
              {begun && (
                <Button variant="subtle" color="gray" onClick={clear}>
                  {T.clear}
                </Button>
              )}
            </div>
            {Object.keys(wrong).length > 0 ? (
              <p role="alert" className={classes.wrong}>
                {T.wrong}
              </p>
            ) : (
              <p className={classes.none}>{T.kept}</p>
            )}
          </form>
        </section>
      </Panel>
      {generate.data && <Results key={generate.submittedAt} prompts={generate.data.data} />}
    </>
  )
}
