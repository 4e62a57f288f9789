import { MAX_COUPON_CODES } from '@campus/contract/coupon-rules'
import { type Coupon, type CouponCodeRow, NewCodes } from '@campus/contract/coupons'
import { numberOf } from '@campus/contract/numbers'
import { shortNumber } from '@campus/contract/order-rules'
import { Button, Group, TextInput } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconClock, IconDownload, IconPlus, IconTicket } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client'
import { count, formatDateTime } from '../../lib/format'
import { saveFile } from '../../lib/save-file'
import { toast } from '../../lib/toasts'
import { EmptyState } from '../../ui/empty-state'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { NewDialog } from '../blocks/new-dialog'
import { useRows } from '../blocks/use-rows'
import { orderPath } from '../orders/paths'
import classes from './coupons.module.css'

const LOOKS = {
  libre: { icon: IconCircle, tone: 'plain', text: 'Libre' },
  apartado: { icon: IconClock, tone: 'wait', text: 'Apartado' },
  usado: { icon: IconCircleCheck, tone: 'good', text: 'Usado' },
} as const satisfies { [State in CouponCodeRow['estado']]: object }

const State = ({ state }: { state: CouponCodeRow['estado'] }) => {
  const { text, ...look } = LOOKS[state]
  return <Tag {...look}>{text}</Tag>
}

const COLUMNS: ListConfig<CouponCodeRow>['columns'] = [
  { key: 'codigo', label: 'Código', cell: ({ codigo }) => <span className={classes.code}>{codigo}</span> },
  { key: 'estado', label: 'Estado', cell: ({ estado }) => <State state={estado} />, steady: true },
  {
    key: 'orden',
    label: 'Orden',
    cell: ({ numero, comprador }) => numero && `${shortNumber(numero)}, ${comprador}`,
  },
  { key: 'usado', label: 'Usado', cell: ({ usado_en }) => usado_en && formatDateTime(usado_en), steady: true },
]

type CodesDialogProps = { id: number; onDone: () => unknown; onClose: () => void }

function CodesDialog({ id, onDone, onClose }: CodesDialogProps) {
  const bodyOf = ({ cantidad }: { cantidad: string }, envio: string) => ({ cantidad: numberOf(cantidad), envio })
  return (
    <NewDialog
      title="Crear códigos"
      action="Crear"
      values={{ cantidad: '100' }}
      schema={NewCodes}
      body={bodyOf}
      send={(body) => client.POST('/api/gestion/cupones/{id}/codigos', { params: { path: { id: String(id) } }, body })}
      onDone={async (_, values) => {
        toast(`Creamos ${count(numberOf(values.cantidad), 'código', 'códigos')}.`)
        await onDone()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Cuántos"
          description={`Cada uno vale para una compra. Un cupón tiene hasta ${MAX_COUPON_CODES}.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          data-autofocus
          {...form.getInputProps('cantidad')}
        />
      )}
    </NewDialog>
  )
}

function useCsv({ id, nombre }: Coupon) {
  return useMutation({
    meta: { errorText: 'No pudimos preparar los códigos.' },
    mutationFn: () =>
      client.GET('/api/gestion/cupones/{id}/codigos.csv', {
        params: { path: { id: String(id) } },
        parseAs: 'blob',
      }),
    onSuccess: ({ data }) => {
      if (data) saveFile(data as unknown as Blob, `${nombre}.csv`)
    },
  })
}

/** The codes of one use, each with the order that has it. */
export function CodeList({ coupon, onMade }: { coupon: Coupon; onMade: () => unknown }) {
  const [making, setMaking] = useState(false)
  const csv = useCsv(coupon)
  const state = useListState(['estado'])
  const path = { id: String(coupon.id) }
  const query = useRows('/api/gestion/cupones/{id}/codigos', { path, query: state.params })
  const open = coupon.cerrado_en === null
  const config: ListConfig<CouponCodeRow> = {
    label: 'Códigos',
    id: ({ id }) => id,
    href: ({ numero }) => numero && orderPath(numero),
    sort: '',
    search: 'Busca un código',
    filters: [
      {
        ...{ key: 'estado', label: 'Estado', all: 'Todos los códigos' },
        options: Object.entries(LOOKS).map(([value, { text }]) => ({ value, label: text })),
      },
    ],
    columns: COLUMNS,
    errorTitle: 'No pudimos cargar los códigos',
    empty: (
      <EmptyState icon={IconTicket} title="Todavía no hay códigos." text="Créalos y descárgalos para repartirlos." />
    ),
  }
  return (
    <section aria-labelledby="codigos">
      <Group justify="space-between" mb="md">
        <h2 id="codigos" className={classes.heading}>
          Códigos
        </h2>
        <Group gap="xs">
          {(coupon.limite ?? 0) > 0 && (
            <Button
              variant="default"
              loading={csv.isPending}
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => csv.mutate()}
            >
              Descargar CSV
            </Button>
          )}
          {open && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
              Crear códigos
            </Button>
          )}
        </Group>
      </Group>
      <StaffList config={config} state={state} query={query} />
      {making && <CodesDialog id={coupon.id} onDone={onMade} onClose={() => setMaking(false)} />}
    </section>
  )
}
