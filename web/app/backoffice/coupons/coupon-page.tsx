import type { Coupon } from '@campus/contract/coupons'
import { Anchor, Button, Group } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, useParams } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { CopyButton } from '../../ui/copy-button'
import { Facts } from '../../ui/facts'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { LoadedScreen } from '../blocks/loaded-screen'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { SALES_PATH } from '../orders/paths'
import { useScreenPath } from '../shell/staff'
import { CodeList } from './code-list'
import { CouponTag } from './coupon-tag'
import classes from './coupons.module.css'
import { OverUses } from './over-uses'
import { daysText, offText, usesText } from './words'

const CouponDialog = lazy(() => import('./coupon-dialog'))

const useCouponRefresh = () =>
  useRefresh(
    '/api/gestion/cupones',
    '/api/gestion/cupones/{id}',
    '/api/gestion/cupones/{id}/codigos',
    '/api/gestion/bandeja',
  )

function CloseDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const refresh = useCouponRefresh()
  const close = api.useMutation('post', '/api/gestion/cupones/{id}/cerrar', {
    meta: { handled: true },
    onSuccess: async () => {
      toast('El cupón está cerrado.')
      await refresh()
      onClose()
    },
  })
  return (
    <Confirm
      title="Cerrar el cupón"
      action="Cerrar el cupón"
      cancel="Volver"
      busy={close.isPending}
      failure={<Failure mt="md" error={close.error} />}
      onConfirm={() => close.mutate({ params: { path: { id: String(coupon.id) } } })}
      onClose={onClose}
    >
      Nadie más podrá usarlo, y no se abre otra vez. Las compras que ya empezaron con él conservan su precio.
    </Confirm>
  )
}

/** To the sales that it counts. */
function Uses({ coupon }: { coupon: Coupon }) {
  const sales = useScreenPath('ventas')
  const text = usesText(coupon)
  const link = sales && coupon.codigo && coupon.usos + coupon.apartados > 0
  return (
    <>
      {link ? (
        <Anchor component={Link} to={`${SALES_PATH}?codigo=${coupon.codigo}`} inherit>
          {`${text}: ver las ventas`}
        </Anchor>
      ) : (
        <span>{text}</span>
      )}
      {coupon.apartados > 0 && <span className={rows.detail}>{`${coupon.apartados} más en compras sin pagar`}</span>}
    </>
  )
}

const Details = ({ coupon }: { coupon: Coupon }) => (
  <Panel pad="large">
    <Facts
      facts={[
        coupon.codigo !== null && [
          'Código',
          <Group key="codigo" gap="sm">
            <strong className={classes.code}>{coupon.codigo}</strong>
            <CopyButton text={coupon.codigo} label="Copiar" what={coupon.codigo} />
          </Group>,
        ],
        ['Descuento', offText(coupon)],
        ['Cursos', coupon.cursos.map(({ nombre }) => nombre).join('\n') || 'Todos'],
        ['Vigencia', daysText(coupon)],
        ['Usos', <Uses key="usos" coupon={coupon} />],
        ['Por persona', coupon.usos_persona === null ? 'Sin límite' : String(coupon.usos_persona)],
        ['Creado', `${formatDateTime(coupon.creado_en)}, por ${coupon.creado_por}`],
      ]}
    />
  </Panel>
)

function Head({ coupon }: { coupon: Coupon }) {
  const [asking, setAsking] = useState<'change' | 'close' | null>(null)
  const refresh = useCouponRefresh()
  const open = coupon.cerrado_en === null
  return (
    <>
      <PageHead
        title={coupon.nombre}
        lead={<CouponTag state={coupon.estado} />}
        action={
          open && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setAsking('change')}
              >
                Cambiar
              </Button>
              <ActMenu label={`Más acciones de ${coupon.nombre}`} variant="default">
                <MenuAct icon={IconLock} label="Cerrar el cupón" onClick={() => setAsking('close')} />
              </ActMenu>
            </Group>
          )
        }
      />
      {asking === 'close' && <CloseDialog coupon={coupon} onClose={() => setAsking(null)} />}
      <Late>
        {asking === 'change' && (
          <CouponDialog coupon={coupon} onSaved={() => void refresh()} onClose={() => setAsking(null)} />
        )}
      </Late>
    </>
  )
}

/** A coupon: what it takes off, how often it was used, and its codes where it has many. */
export default function CouponPage() {
  const { id = '' } = useParams()
  const refresh = useCouponRefresh()
  const query = api.useQuery('get', '/api/gestion/cupones/{id}', { params: { path: { id } } }, { retry: 0 })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos cargar el cupón">
      {({ data }) => (
        <>
          <Head coupon={data} />
          <div className={classes.page}>
            {data.de_mas.length > 0 && <OverUses coupon={data} onSeen={refresh} />}
            <Details coupon={data} />
            {data.codigo === null && <CodeList coupon={data} onMade={refresh} />}
          </div>
        </>
      )}
    </LoadedScreen>
  )
}
