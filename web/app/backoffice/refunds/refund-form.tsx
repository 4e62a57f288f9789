import { shortNumber } from '@campus/contract/order-rules'
import { RefundDecision, type RefundRequest } from '@campus/contract/refunds'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { Anchor, Button, Checkbox, Text, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type DraftField, useDraft } from '../../lib/draft'
import { formatDateTime, formatMoney } from '../../lib/format'
import { problemWith } from '../../lib/validate'
import { Failure } from '../../ui/failure'
import { InboxActions, ItemGone, Resolved, resolvedText, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { studentPath } from '../students/paths'
import { PaidBackDialog } from './paid-back-dialog'
import classes from './refunds.module.css'
import { type Deciding, useDecide } from './use-decide'
import { lessonsText, reasonsOf, standingText, sumOf } from './words'

const [, Denial] = RefundDecision.options

function Facts({ request }: { request: RefundRequest }) {
  const { comprador, total, numero, pagada_en, pedida_en, medio, cursos } = request
  return (
    <>
      <h2 className={item.name}>
        <Anchor component={Link} to={studentPath(comprador.id)} inherit c="inherit" underline="hover">
          {`${comprador.nombres} ${comprador.apellidos}`}
        </Anchor>
      </h2>
      <Text c="dimmed">
        <Anchor href={`mailto:${comprador.correo}`}>{comprador.correo}</Anchor>
      </Text>
      {reasonsOf(cursos).map((motivo) => (
        <blockquote key={motivo} className={classes.reason}>
          {motivo}
        </blockquote>
      ))}
      <dl className={classes.facts}>
        <dt>Orden</dt>
        <dd>{`${shortNumber(numero)} · ${formatMoney(total)}${medio ? ` · ${medio}` : ''}`}</dd>
        <dt>Pagada</dt>
        <dd>{formatDateTime(pagada_en)}</dd>
        <dt>Pedida</dt>
        <dd>{formatDateTime(pedida_en)}</dd>
      </dl>
    </>
  )
}

type CoursesProps = { request: RefundRequest; left: number[]; onLeave: (left: number[]) => void }

/** Several may be decided apart. */
function Courses({ request: { cursos }, left, onLeave }: CoursesProps) {
  const several = cursos.length > 1
  return (
    <ul className={classes.courses} aria-label="Cursos">
      {cursos.map((course) => (
        <li key={course.id_curso} className={classes.course}>
          {several && (
            <Checkbox
              aria-label={course.nombre}
              checked={!left.includes(course.id_curso)}
              onChange={(event) =>
                onLeave(
                  event.currentTarget.checked
                    ? left.filter((id) => id !== course.id_curso)
                    : [...left, course.id_curso],
                )
              }
            />
          )}
          <span className={classes.courseName}>{course.nombre}</span>
          <span className={classes.lessons}>{lessonsText(course)}</span>
          <span className={classes.amount}>{formatMoney(course.monto)}</span>
        </li>
      ))}
    </ul>
  )
}

type DenyProps = {
  deciding: Deciding
  cursos: number[]
  draft: DraftField
  name: string
  next: string | null
  onBack: () => void
}

function Deny({ deciding, cursos, draft, name, next, onBack }: DenyProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemWith(Denial.shape.respuesta, draft.text)
    setProblem(wrong)
    if (wrong) field.current?.focus()
    else deciding.send({ resultado: 'negada', cursos, respuesta: draft.text })
  }
  return (
    <form onSubmit={send} noValidate>
      <Textarea
        ref={field}
        mt="lg"
        data-autofocus
        autoFocus
        label="Por qué no corresponde"
        description={`Lo lee ${name}, en su compra y por correo.`}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MAX_REFUND_TEXT}
        value={draft.text}
        error={problem}
        onChange={(event) => {
          draft.write(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Failure mt="md" error={resolvedText(deciding.error) ? null : deciding.error} />
      <InboxActions action="Enviar respuesta" busy={deciding.busy} next={next}>
        <Button variant="subtle" color="gray" onClick={onBack}>
          Volver
        </Button>
      </InboxActions>
    </form>
  )
}

type DecideProps = { request: RefundRequest; deciding: Deciding; draft: DraftField; next: string | null }
type Mode = 'choosing' | 'paid' | 'denying'

function Decide({ request, deciding, draft, next }: DecideProps) {
  const [left, setLeft] = useState<number[]>([])
  const [mode, setMode] = useState<Mode>(draft.text.trim() === '' ? 'choosing' : 'denying')
  const { nombres } = request.comprador
  const chosen = request.cursos.filter(({ id_curso }) => !left.includes(id_curso))
  const cursos = chosen.map(({ id_curso }) => id_curso)
  const none = chosen.length === 0 ? 'Elige al menos un curso.' : undefined
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (!none) setMode('paid')
  }
  return (
    <>
      <Courses request={request} left={left} onLeave={setLeft} />
      <Failure mt="md" text={none} />
      {mode === 'denying' ? (
        <Deny
          deciding={deciding}
          cursos={cursos}
          draft={draft}
          name={nombres}
          next={next}
          onBack={() => setMode('choosing')}
        />
      ) : (
        <form onSubmit={ask} noValidate>
          <Text mt="lg">
            {`Devuelve ${formatMoney(sumOf(chosen))} en el panel de MercadoPago y después márcalo aquí: se cierra el acceso y le avisamos a ${nombres}.`}
          </Text>
          {request.ya_devuelto > 0 && (
            <Text mt="xs" fw={600}>
              {`MercadoPago ya devolvió ${formatMoney(request.ya_devuelto)} de esta orden y se lo dijimos: al marcarlo no se le avisa otra vez de ese dinero.`}
            </Text>
          )}
          <InboxActions action="Ya la devolví" busy={false} next={next}>
            <Button variant="subtle" color="gray" onClick={() => setMode('denying')}>
              No corresponde
            </Button>
          </InboxActions>
        </form>
      )}
      {mode === 'paid' && (
        <PaidBackDialog
          name={nombres}
          amount={formatMoney(sumOf(chosen))}
          busy={deciding.busy}
          error={deciding.error}
          onConfirm={() => deciding.send({ resultado: 'devuelta', cursos })}
          onClose={() => setMode('choosing')}
        />
      )}
    </>
  )
}

type RefundFormProps = { numero: string; request: RefundRequest | undefined; next: string | null }

/** What is requested, and the two answers; what was typed stays when another person was faster. */
export function RefundForm({ numero, request, next }: RefundFormProps) {
  const draft = useDraft(`devolucion-${numero}`)
  const [round, setRound] = useState(0)
  const deciding = useDecide(numero, request, draft, () => setRound((now) => now + 1))
  const { shown, stands, error } = deciding
  if (!shown)
    return (
      <>
        <ItemGone title="Este pedido ya está atendido." next={next} />
        <Unsent draft={draft} />
      </>
    )
  return (
    <div className={item.form}>
      <Resolved error={error} next={next} />
      {stands && (
        <ul className={classes.stands}>
          {stands.cursos.map((course) => (
            <li key={course.id_curso}>{standingText(course)}</li>
          ))}
        </ul>
      )}
      <Facts request={shown} />
      {request ? (
        <Decide key={round} request={request} deciding={deciding} draft={draft} next={next} />
      ) : (
        <Unsent draft={draft} />
      )}
    </div>
  )
}
