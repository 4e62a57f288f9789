import { MEDIUM_NAMES } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import { MAX_TILL_ROWS, type Till } from '@campus/contract/till'
import { Button, Group, Text } from '@mantine/core'
import { IconCash, IconLock, IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { count, formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import rows from '../blocks/rows.module.css'
import { RowsSkeleton } from '../blocks/rows-skeleton'
import { orderPath } from '../orders/paths'
import { salePath } from '../sales/paths'
import classes from './till.module.css'
import { TillTabs } from './till-tabs'
import { signedMoney } from './words'

const CloseDialog = lazy(() => import('./close-dialog'))

const KINDS: Record<Till['movimientos'][number]['tipo'], string> = {
  cobro: '',
  devolucion: 'Devolución · ',
  ajuste: 'Anulación · ',
}

function Rows({ till: { movimientos, total } }: { till: Till }) {
  return (
    <Panel>
      <ul className={rows.rows} aria-label="Lo que registraste">
        {movimientos.map(({ id, numero, comprador, tipo, medio, monto, hora }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <Link to={orderPath(numero)} className={rows.name}>
                {comprador}
              </Link>
              <span className={rows.detail}>
                {`${KINDS[tipo]}${MEDIUM_NAMES[medio]} · ${shortNumber(numero)} · ${formatDateTime(hora)}`}
              </span>
            </span>
            <span className={rows.amount}>{signedMoney(monto)}</span>
          </li>
        ))}
      </ul>
      {total > MAX_TILL_ROWS && (
        <Text
          c="dimmed"
          size="sm"
        >{`Aquí están los últimos ${MAX_TILL_ROWS} de ${total}. Las sumas son de todos.`}</Text>
      )}
    </Panel>
  )
}

const Empty = () => (
  <EmptyState
    icon={IconCash}
    title="Todavía no registraste ventas."
    text="Aquí verás lo que cobraste en cada medio, para contar tu caja."
    action={
      <Button component={Link} to={salePath()}>
        Registrar venta
      </Button>
    }
  />
)

function Contents({ till }: { till: Till }) {
  if (till.total === 0) return <Empty />
  return (
    <>
      <Panel>
        <dl className={classes.media}>
          {till.medios.map(({ medio, cobros, monto }) => (
            <div key={medio}>
              <dt className={rows.detail}>{MEDIUM_NAMES[medio]}</dt>
              <dd className={classes.sum}>{signedMoney(monto)}</dd>
              <dd className={rows.detail}>{count(cobros, 'cobro', 'cobros')}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Rows till={till} />
    </>
  )
}

/** What the person registered since they last counted; the cashier's first screen. */
export default function TillPage() {
  const query = api.useQuery('get', '/api/gestion/caja', {}, { staleTime: 0 })
  const [closing, setClosing] = useState(false)
  const till = query.data?.data
  return (
    <>
      <PageHead
        title="Caja de hoy"
        lead={till?.desde ? `Desde tu último cierre, ${formatDateTime(till.desde)}` : undefined}
        action={
          till &&
          till.total > 0 && (
            <Group gap="xs">
              <Button leftSection={<IconLock size={18} aria-hidden />} onClick={() => setClosing(true)}>
                Cerrar caja
              </Button>
              <Button
                component={Link}
                to={salePath()}
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
              >
                Registrar venta
              </Button>
            </Group>
          )
        }
      />
      <TillTabs />
      <div className={classes.page}>
        <Loaded query={query} skeleton={<RowsSkeleton />} errorTitle="No pudimos cargar tu caja">
          {({ data }) => <Contents till={data} />}
        </Loaded>
      </div>
      {closing && till && (
        <Late fallback={null}>
          <CloseDialog expected={till.efectivo} onClose={() => setClosing(false)} />
        </Late>
      )}
    </>
  )
}
