import type { GeneratedPrompt, PromptQuestion, PromptTopicDetail } from '@campus/contract/prompts'
import { IconAlertCircle, IconWand } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { client } from '../../lib/client'
import { useDraft } from '../../lib/draft'
import { ApiError } from '../../lib/errors'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { GrowingTextarea } from '../../ui/growing-textarea'
import { Panel } from '../../ui/panel'
import { RadioCards } from '../../ui/radio-cards'
import { HISTORY } from './history'
import { type Answers, answerErrors, answersTo, parseAnswers } from './prompt-answers'
import classes from './prompts.module.css'
import { Results } from './results'
import { TEXTS } from './texts'

type QuestionProps = {
  question: PromptQuestion
  answer: string
  error: string | undefined
  onAnswer: (answer: string) => void
}

/** Options are written as they stand inside a sentence of the templates. */
const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)

function Question({ question: { texto, tipo, variable, opciones }, answer, error, onAnswer }: QuestionProps) {
  if (tipo === 'opcion')
    return (
      <RadioCards
        name={variable}
        legend={texto}
        options={opciones.map((option) => ({ value: option.texto, label: capitalised(option.texto) }))}
        chosen={answer}
        onChoose={onAnswer}
        error={error}
      />
    )
  return (
    <GrowingTextarea
      id={`respuesta-${variable}`}
      name={variable}
      label={texto}
      required
      minRows={2}
      maxRows={12}
      value={answer}
      error={error}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  )
}

/** The server's validation errors by variable, or null for any other error. */
function serverErrors(error: unknown): Answers | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  const invalid = Object.entries(error.errors).map(([field, [text = '']]) => [field.replace(/^respuestas\./, ''), text])
  return invalid.length > 0 ? Object.fromEntries(invalid) : null
}

/** The answers as one text, wherever it is stored. */
type AnswersText = { text: string; write: (text: string) => void; clear: () => void }

/** The answers and their validation errors. */
function useAnswers({ preguntas }: PromptTopicDetail, draft: AnswersText, reused: Answers | null) {
  const answers = answersTo(preguntas, parseAnswers(draft.text))
  const [errors, setErrors] = useState<Answers>({})
  const reuse = useEffectEvent((taken: Answers) => {
    draft.write(JSON.stringify(answersTo(preguntas, taken)))
    setErrors({})
  })
  useEffect(() => {
    if (reused) reuse(reused)
  }, [reused])
  return {
    answers,
    errors,
    setErrors,
    begun: Object.values(answers).some((answer) => answer !== ''),
    answer(variable: string, text: string): void {
      draft.write(JSON.stringify({ ...answers, [variable]: text }))
      setErrors(({ [variable]: _, ...others }) => others)
    },
    clear(): void {
      draft.clear()
      setErrors({})
    },
  }
}

/** Scrolls to a chosen topic: on a phone the questions are below the list. */
function useFocusOnArrival(reused: Answers | null) {
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

type TopicProps = { topic: PromptTopicDetail; reused: Answers | null }
type ViewProps = TopicProps & { draft: AnswersText; generate: (answers: Answers) => Promise<GeneratedPrompt[]> }

/** Answers are stored on the device and the server; the results go to the history. */
export function TopicForm(props: TopicProps) {
  const { id } = props.topic
  const queryClient = useQueryClient()
  const generate = async (respuestas: Answers) => {
    const params = { path: { id: String(id) } }
    const { data } = await client.POST('/api/prompts-generados/{id}/generar', { params, body: { respuestas } })
    void queryClient.invalidateQueries({ queryKey: HISTORY })
    return data?.data ?? []
  }
  return <TopicView {...props} draft={useDraft(`prompt-${id}`)} generate={generate} />
}

export function TopicView({ topic, reused, draft, generate: send }: ViewProps) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useFocusOnArrival(reused)
  const { answers, errors, setErrors, begun, answer, clear } = useAnswers(topic, draft, reused)
  const generate = useMutation({
    mutationFn: send,
    meta: { handled: true },
    onError: (error: unknown) => showErrors(serverErrors(error) ?? {}),
  })
  /** Shows validation errors and focuses the first. */
  const showErrors = (invalid: Answers) => {
    setErrors(invalid)
    const first = topic.preguntas.find(({ variable }) => invalid[variable])
    const field = first && form.current?.elements.namedItem(first.variable)
    const node = field instanceof RadioNodeList ? field[0] : field
    if (node instanceof HTMLElement) node.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const invalid = answerErrors(topic.preguntas, answers)
    if (Object.keys(invalid).length > 0) return showErrors(invalid)
    generate.mutate(answers)
  }
  const failure: unknown = generate.error
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
                error={errors[question.variable]}
                onAnswer={(text) => answer(question.variable, text)}
              />
            ))}
            {failure instanceof Error && !serverErrors(failure) && (
              <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={TEXTS.generateError} role="alert">
                {failure.message}
              </Alert>
            )}
            <div className={classes.send}>
              <Button type="submit" loading={generate.isPending} leftSection={<IconWand size={20} aria-hidden />}>
                {TEXTS.generate}
              </Button>
              {begun && (
                <Button variant="subtle" onClick={clear}>
                  {TEXTS.clear}
                </Button>
              )}
            </div>
            {Object.keys(errors).length > 0 ? (
              <p role="alert" className={classes.errors}>
                {TEXTS.invalid}
              </p>
            ) : (
              <p className={classes.none}>{TEXTS.autosaved}</p>
            )}
          </form>
        </section>
      </Panel>
      {generate.data && <Results key={generate.submittedAt} prompts={generate.data} />}
    </>
  )
}
