import type { Instalment } from '@campus/contract/instalments'
import { shortNumber } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { isReturnedCourse } from '@campus/contract/returned'
import { IconArrowBackUp, IconChevronRight, IconReceipt } from '@tabler/icons-react'
import { api } from '../../../lib/api'
import { useBrand } from '../../../lib/brand'
import { formatDateTime, formatMoney } from '../../../lib/format'
import { instalmentText, isSoon, nextOf } from '../../../lib/instalments'
import { limaDay } from '../../../lib/session-time'
import { Button, LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Pager, usePage } from '../../../ui/pager'
import { Panel } from '../../../ui/panel'
import { Picture } from '../../../ui/picture'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { Tag } from '../../../ui/tag'
import { receiptName } from '../receipt/receipt-text'
import { MoneyBack } from './money-back'
import { PayInstalment } from './pay-instalment'
import classes from './payment.module.css'
import { refundText } from './refund'
import { owingOf, STATES, shownState, TEXTS } from './texts'
import { usePay, useVerify } from './use-order'

const PER_PAGE = 10

/** The most useful action of an order; the others are on its own page. */
function NextStep({ order }: { order: Order }) {
  const pay = usePay()
  const verify = useVerify(order.numero)
  const due = useDue(order)
  const [first, ...others] = order.lineas.filter(({ id_curso }) => !isReturnedCourse(order, id_curso))
  if (due) return <PayInstalment order={order} next={due} />
  if (order.estado === 'pagada' && first)
    return (
      <LinkButton variant="light" to={others.length === 0 ? `/miscursos/${first.id_curso}/modulos` : '/miscursos'}>
        {others.length === 0 ? TEXTS.toCourse : TEXTS.toCourses}
      </LinkButton>
    )
  if (order.estado === 'en_espera')
    return (
      <Button variant="light" loading={verify.isPending} onClick={() => verify.mutate(null)}>
        {TEXTS.verify}
      </Button>
    )
  if (!order.init_point) return null
  return (
    <Button variant="light" loading={pay.busy} onClick={() => pay.go(order)}>
      {order.estado === 'rechazada' ? TEXTS.again : 'Continuar el pago'}
    </Button>
  )
}

/** What is still owed, and until when the next part. */
function Owed({ order: { cuotas, debe } }: { order: Order }) {
  const next = nextOf(cuotas)
  if (debe === 0 || !next) return null
  const when = instalmentText(next, limaDay(Date.now())).toLowerCase()
  return <p className={classes.refund}>{`Debes ${formatMoney(debe)}. Cuota ${next.numero}: ${when}.`}</p>
}

/** The instalment that is overdue or due within a week, where it is paid online. */
function useDue({ cuotas, debe }: Order): Instalment | null {
  const { cobra_en_linea } = useBrand()
  const next = nextOf(cuotas)
  const payable = debe > 0 && next && !next.en_camino && cobra_en_linea
  return payable && isSoon(next, limaDay(Date.now())) ? next : null
}

function OrderItem({ order }: { order: Order }) {
  const owing = owingOf(order)
  const { icon, tone, word } = owing ?? STATES[shownState(order)]
  const id = `orden-${order.numero}`
  const refund = refundText(order)
  return (
    <li>
      <Panel>
        <article aria-labelledby={id}>
          <div className={classes.itemHead}>
            <h2 id={id} className={classes.itemName}>
              {`Orden ${shortNumber(order.numero)}`}
            </h2>
            <Tag icon={icon} tone={tone}>
              {word}
            </Tag>
            <time dateTime={order.creada_en} className={classes.date}>
              {formatDateTime(order.creada_en)}
            </time>
          </div>
          <ul className={classes.names}>
            {order.lineas.map(({ id_curso, nombre, imagen }) => (
              <li key={id_curso} className={classes.bought}>
                <span className={classes.thumb}>
                  <Picture src={imagen} alt="" ratio={16 / 9} sizes="72px" />
                </span>
                <span>{nombre}</span>
              </li>
            ))}
          </ul>
          {order.comprobante?.numero && <p className={classes.itemState}>{receiptName(order.comprobante)}</p>}
          {!owing && order.estado_texto !== word && <p className={classes.itemState}>{order.estado_texto}</p>}
          <Owed order={order} />
          {refund && (
            <p className={classes.refund}>
              <IconArrowBackUp size={20} stroke={1.7} aria-hidden />
              <span>{refund}</span>
            </p>
          )}
          <MoneyBack order={order} />
          <div className={classes.itemFoot}>
            <span className={classes.itemTotal}>{formatMoney(order.total)}</span>
            <div className={classes.itemActions}>
              <NextStep order={order} />
              <LinkButton
                to={`/pago?orden=${order.numero}`}
                variant="subtle"
                rightSection={<IconChevronRight size={18} aria-hidden />}
                aria-label={`Ver detalle de la orden ${shortNumber(order.numero)}`}
              >
                Ver detalle
              </LinkButton>
            </div>
          </div>
        </article>
      </Panel>
    </li>
  )
}

function PurchasesSkeleton() {
  return (
    <Stack>
      <Skeleton height={170} />
      <Skeleton height={170} />
      <Skeleton height={170} />
    </Stack>
  )
}

export default function PurchasesPage() {
  const page = usePage()
  const query = api.useQuery('get', '/api/ordenes', { params: { query: { page, per_page: PER_PAGE } } })
  return (
    <>
      <PageHead title={TEXTS.purchases} lead={TEXTS.purchasesLead} />
      <Loaded query={query} skeleton={<PurchasesSkeleton />} errorTitle={TEXTS.purchasesError}>
        {({ data }) =>
          data.total === 0 ? (
            <EmptyState
              icon={IconReceipt}
              title={TEXTS.noPurchases}
              text="Cuando compres un curso, aquí verás su pago."
              action={<LinkButton to="/cursos">Ver los cursos</LinkButton>}
            />
          ) : (
            <>
              <ul className={classes.orders}>
                {data.data.map((order) => (
                  <OrderItem key={order.numero} order={order} />
                ))}
              </ul>
              <Pager page={data.current_page} last={data.last_page} label="Páginas de compras" />
            </>
          )
        }
      </Loaded>
    </>
  )
}
