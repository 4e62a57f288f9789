import { shortNumber } from '@campus/contract/order-rules'
import { RefundDenial, type RefundRequest } from '@campus/contract/refunds'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { Box, Button, Checkbox, Text } from '@mantine/core'
import { type FormEvent, lazy, useState } from 'react'
import { api } from '../../lib/api'
import { type DraftField, useDraft } from '../../lib/draft'
import { formatDateTime, formatMoney } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { AnswerForm, InboxActions, ItemGone, Resolved, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { Buyer } from '../orders/buyer'
import classes from './refunds.module.css'
import { type Deciding, useDecide } from './use-decide'
import { lessonsText, reasonsOf, standingText, sumOf } from './words'

const RefundDialog = lazy(() => import('../orders/refund-dialog'))

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
    schema={RefundDenial.shape.respuesta}
    maxLength={MAX_REFUND_TEXT}
    minRows={4}
    autoFocus
    text={draft.text}
    onText={draft.write}
    action="Enviar respuesta"
    onSend={(respuesta) => deciding.send({ cursos, respuesta })}
    busy={deciding.busy}
    error={deciding.error}
    next={next}
  >
    <Button variant="subtle" color="gray" onClick={onBack}>
      Volver
    </Button>
  </AnswerForm>
)

type GiveProps = { numero: string; cursos: number[]; onDone: () => unknown; onClose: () => void }

/** The refund of what was asked, on the order as it is now. */
function Give({ numero, cursos, onDone, onClose }: GiveProps) {
  const order = api.useQuery('get', '/api/gestion/ordenes/{numero}', { params: { path: { numero } } })
  if (order.error) return <Failure mt="md" error={order.error} />
  if (!order.data) return null
  return (
    <Late fallback={null}>
      <RefundDialog order={order.data.data} asked={cursos} onDone={onDone} onClose={onClose} />
    </Late>
  )
}

type Mode = 'choosing' | 'giving' | 'denying'

function Decide({ request, deciding, draft, next }: DecideProps) {
  const [left, setLeft] = useState<number[]>([])
  const [mode, setMode] = useState<Mode>(draft.text.trim() === '' ? 'choosing' : 'denying')
  const chosen = request.cursos.filter(({ id_curso }) => !left.includes(id_curso))
  const cursos = chosen.map(({ id_curso }) => id_curso)
  const none = chosen.length === 0 ? 'Elige al menos un curso.' : undefined
  const give = (event: FormEvent) => {
    event.preventDefault()
    if (!none) setMode('giving')
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
          name={request.comprador.nombres}
          next={next}
          onBack={() => setMode('choosing')}
        />
      ) : (
        <form onSubmit={give} noValidate>
          {request.ya_devuelto > 0 && (
            <Text mt="lg" fw={600}>{`Ya se devolvieron ${formatMoney(request.ya_devuelto)} desde que la pidió.`}</Text>
          )}
          {request.enviada !== null && (
            <Text mt="lg" fw={600}>
              {`MercadoPago todavía no confirma la devolución de ${formatMoney(request.enviada)}.`}
            </Text>
          )}
          <InboxActions action={`Devolver ${formatMoney(sumOf(chosen))}`} busy={false} next={next}>
            <Button variant="subtle" color="gray" onClick={() => setMode('denying')}>
              No corresponde
            </Button>
          </InboxActions>
        </form>
      )}
      {mode === 'giving' && (
        <Give numero={request.numero} cursos={cursos} onDone={deciding.refresh} onClose={() => setMode('choosing')} />
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
      <Asked request={shown} />
      {request ? (
        <Decide key={round} request={request} deciding={deciding} draft={draft} next={next} />
      ) : (
        <Unsent draft={draft} />
      )}
    </div>
  )
}
