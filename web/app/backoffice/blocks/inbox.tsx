import { Alert, Button, Group, Kbd, Text, Textarea } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconClockExclamation,
} from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { DraftField } from '../../lib/draft'
import { ApiError, failureText } from '../../lib/errors'
import { useNow } from '../../lib/now'
import { limaTime } from '../../lib/session-time'
import { problemWith, type Schema } from '../../lib/validate'
import { EmptyState } from '../../ui/empty-state'
import { Failure } from '../../ui/failure'
import classes from './inbox.module.css'
import { type Actual, staleCopy } from './stale'
import { type Age, waitingFor } from './waiting'

export type InboxItem = {
  id: number | string
  title: string
  /** The second line: what it is about. */
  text: string
  since: string
  /** Instead of how long it has waited: when it is due. */
  due?: Age
}

type InboxProps = {
  /** Names the list for screen readers. */
  label: string
  items: readonly InboxItem[]
  /** In the address. */
  selected: string | undefined
  /** The address of an item; without one, of the list alone. */
  href: (id?: number | string) => string
  /** Below the list, such as *Siguientes*. */
  foot?: ReactNode
  /** The chosen item. */
  children: ReactNode
}

/** Ctrl+Enter sends the form of the item. */
function sendWithKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  const form = event.target instanceof Element ? event.target.closest('form') : null
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

const AGE_ICONS = { plain: IconClock, wait: IconClockExclamation, bad: IconAlertTriangle, done: IconCheck }

/** Age or due date, as an icon with words. */
export function AgeMark({ age: { text, tone } }: { age: Age }) {
  const Mark = AGE_ICONS[tone]
  return (
    <span className={classes.age} data-tone={tone}>
      <Mark size={15} aria-hidden />
      <span>{text}</span>
    </span>
  )
}

/** What waits at the left, the chosen one at the right; phones show one of them. The focus goes to what is pressed. */
export function Inbox({ label, items, selected, href, foot, children }: InboxProps) {
  const now = useNow()
  const item = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && selected !== undefined) item.current?.focus({ preventScroll: true })
    first.current = false
  }, [selected])
  return (
    <div className={classes.inbox} data-open={selected !== undefined || undefined}>
      <nav aria-label={label} className={classes.list} data-list>
        <ul>
          {items.map(({ id, title, text, since, due }) => (
            <li key={id}>
              <Link
                to={href(id)}
                className={classes.line}
                aria-current={String(id) === selected || undefined}
                onClick={() => String(id) === selected && item.current?.focus({ preventScroll: true })}
              >
                <span className={classes.title}>{title}</span>
                <span className={classes.text}>{text}</span>
                <AgeMark age={due ?? waitingFor(since, now)} />
              </Link>
            </li>
          ))}
        </ul>
        {foot}
      </nav>
      <section
        ref={item}
        tabIndex={-1}
        className={classes.item}
        data-item
        aria-label="Elegido"
        onKeyDown={sendWithKeys}
      >
        {selected !== undefined && (
          <Link to={href()} className={classes.back}>
            <IconArrowLeft size={18} aria-hidden />
            Volver a la lista
          </Link>
        )}
        {children}
      </section>
    </div>
  )
}

type NextButtonProps = { to: string | null; variant?: 'default' | 'filled' }

/** The way to the next item. */
export function NextButton({ to, variant = 'filled' }: NextButtonProps) {
  if (!to) return null
  return (
    <Button component={Link} to={to} variant={variant} rightSection={<IconArrowRight size={16} aria-hidden />}>
      Siguiente
    </Button>
  )
}

type InboxActionsProps = { action: string; busy: boolean; next: string | null; children?: ReactNode }

/** The bar of an item's form: its act, and the way to the next item. */
export function InboxActions({ action, busy, next, children }: InboxActionsProps) {
  return (
    <div className={classes.bar}>
      <Text size="xs" c="dimmed" className={classes.keys}>
        <Kbd size="xs">Ctrl</Kbd> + <Kbd size="xs">Enter</Kbd>
      </Text>
      <Group gap="sm">
        {children}
        <NextButton to={next} variant="default" />
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Group>
    </div>
  )
}

type AnswerFormProps = {
  label: string
  description: ReactNode
  /** Of the text, as the contract has it. */
  schema: Schema & { parse: (text: string) => string }
  maxLength: number
  minRows: number
  autoFocus?: boolean
  text: string
  onText: (text: string) => void
  action: string
  /** Only once the text fits. */
  onSend: (text: string) => void
  busy?: boolean
  error?: unknown
  next: string | null
  /** Other acts, beside this one. */
  children?: ReactNode
}

/** A text that is sent once: an answer, or the reason of a decision. */
export function AnswerForm(props: AnswerFormProps) {
  const { schema, text, onText, action, onSend, busy = false, error, next, children, ...area } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = problemWith(schema, text)
    setProblem(found)
    if (found) field.current?.focus()
    else if (!busy) onSend(schema.parse(text))
  }
  return (
    <form onSubmit={send} noValidate>
      <Textarea
        ref={field}
        mt="lg"
        autosize
        maxRows={16}
        {...area}
        value={text}
        error={problem}
        onChange={(event) => {
          onText(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Failure mt="md" error={resolvedText(error) ? null : error} />
      <InboxActions action={action} busy={busy} next={next}>
        {children}
      </InboxActions>
    </form>
  )
}

/** Instead of an item that is decided, or that another list holds; it takes a focus that was lost with the form. */
export function ItemGone({ title, next }: { title: string; next: string | null }) {
  const block = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) block.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={block} tabIndex={-1} className={classes.gone}>
      <EmptyState icon={IconCircleCheck} color="teal" title={title} action={<NextButton to={next} />} />
    </div>
  )
}

const RESOLVED = ['YA_RESUELTO', 'RECLAMO_RESPONDIDO']

/** What another person decided meanwhile; null for other failures. */
export function resolvedCopy<Datos>(error: unknown): Actual<Datos> | null {
  if (!(error instanceof ApiError) || !RESOLVED.includes(error.code) || !error.actual) return null
  return error.actual as Actual<Datos>
}

/** Another person was faster; null for other failures. */
export function resolvedText(error: unknown): string | null {
  if (!(error instanceof ApiError) || !RESOLVED.includes(error.code)) return null
  const { por, en } = resolvedCopy(error) ?? {}
  return por && en ? `${por.nombre} ya resolvió esto a las ${limaTime(Date.parse(en))}.` : error.message
}

/** What was typed while another person decided. */
export function Unsent({ draft }: { draft: DraftField }) {
  if (draft.text.trim() === '') return null
  return (
    <>
      <Textarea mt="lg" label="Lo que escribiste, sin enviar" readOnly autosize maxRows={12} value={draft.text} />
      <Group justify="flex-end" mt="sm">
        <Button variant="subtle" color="gray" onClick={draft.clear}>
          Descartar lo que escribí
        </Button>
      </Group>
    </>
  )
}

/** The face of an item that another person resolved meanwhile; what was typed stays below it. */
export function Resolved({ error, next }: { error: unknown; next: string | null }) {
  const text = resolvedText(error) ?? (staleCopy(error) ? failureText(error) : null)
  if (!text) return null
  return (
    <Alert role="alert" color="teal" icon={<IconCircleCheck aria-hidden />} mb="md">
      <Group justify="space-between" gap="sm">
        <span>{text}</span>
        {next && (
          <Button component={Link} to={next} size="xs" variant="light" color="teal">
            Siguiente
          </Button>
        )}
      </Group>
    </Alert>
  )
}
