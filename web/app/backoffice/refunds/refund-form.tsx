import { shortNumber } from '@campus/contract/order-rules'
import { RefundDecision, type RefundRequest } from '@campus/contract/refunds'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { Box, Button, Checkbox, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type DraftField, useDraft } from '../../lib/draft'
import { formatDateTime, formatMoney } from '../../lib/format'
import { Confirm } from '../../ui/confirm'
import { Facts } from '../../ui/facts'
import { Failure } from '../../ui/failure'
import { AnswerForm, InboxActions, ItemGone, Resolved, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { Buyer } from '../orders/order-sheet'
import classes from './refunds.module.css'
import { type Deciding, useDecide } from './use-decide'
import { lessonsText, reasonsOf, standingText, sumOf } from './words'

const [, Denial] = RefundDecision.options

function Asked({ request }: { request: RefundRequest }) {
  const { comprador, total, numero, pagada_en, pedida_en, medio, cursos } = request
  return (
    <>
      <Buyer comprador={comprador} />
      {reasonsOf(cursos).map((motivo) => (
        <blockquote key={motivo} className={classes.reason}>
          {motivo}
        </blockquote>
      ))}
      <Facts
        facts={[
          ['Orden', `${shortNumber(numero)} · ${formatMoney(total)}${medio ? ` · ${medio}` : ''}`],
          ['Pagada', formatDateTime(pagada_en)],
          ['Pedida', formatDateTime(pedida_en)],
        ]}
      />
    </>
  )
}

type CoursesProps = { request: RefundRequest; left: number[]; onLeave: (left: number[]) => void }

/** Several may be decided apart. */
function Courses({ request: { cursos }, left, onLeave }: CoursesProps) {
  const several = cursos.length > 1
  return (
    <Box component="ul" mt="lg" aria-label="Cursos">
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
          <Text span c="dimmed">
            {lessonsText(course)}
          </Text>
          <span className={classes.amount}>{formatMoney(course.monto)}</span>
        </li>
      ))}
    </Box>
  )
}

type DecideProps = { request: RefundRequest; deciding: Deciding; draft: DraftField; next: string | null }
type DenyProps = Omit<DecideProps, 'request'> & { cursos: number[]; name: string; onBack: () => void }

const Deny = ({ deciding, cursos, draft, name, next, onBack }: DenyProps) => (
  <AnswerForm
    label="Por qué no corresponde"
    description={`Lo lee ${name}, en su compra y por correo.`}
    schema={Denial.shape.respuesta}
    maxLength={MAX_REFUND_TEXT}
    minRows={4}
    autoFocus
    text={draft.text}
    onText={draft.write}
    action="Enviar respuesta"
    onSend={(respuesta) => deciding.send({ resultado: 'negada', cursos, respuesta })}
    busy={deciding.busy}
    error={deciding.error}
    next={next}
  >
    <Button variant="subtle" color="gray" onClick={onBack}>
      Volver
    </Button>
  </AnswerForm>
)

type Mode = 'choosing' | 'paid' | 'denying'

function Decide({ request, deciding, draft, next }: DecideProps) {
  const [left, setLeft] = useState<number[]>([])
  const [mode, setMode] = useState<Mode>(draft.text.trim() === '' ? 'choosing' : 'denying')
  const { nombres } = request.comprador
  const chosen = request.cursos.filter(({ id_curso }) => !left.includes(id_curso))
  const cursos = chosen.map(({ id_curso }) => id_curso)
  const amount = formatMoney(sumOf(chosen))
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
            {`Devuelve ${amount} en el panel de MercadoPago y después márcalo aquí: se cierra el acceso y le avisamos a ${nombres}.`}
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
      <Confirm
        opened={mode === 'paid'}
        title="¿Ya devolviste el dinero?"
        action={`Sí, devolví ${amount}`}
        plain
        busy={deciding.busy}
        failure={<Failure mt="md" error={deciding.error} />}
        onConfirm={() => deciding.send({ resultado: 'devuelta', cursos })}
        onClose={() => setMode('choosing')}
      >
        {`Márcalo solo si ya devolviste ${amount} en el panel de MercadoPago. Se cierra el acceso y le avisamos a ${nombres}.`}
      </Confirm>
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
      <Asked request={shown} />
      {request ? (
        <Decide key={round} request={request} deciding={deciding} draft={draft} next={next} />
      ) : (
        <Unsent draft={draft} />
      )}
    </div>
  )
}
