import type { FailedJobMail, FailedMail } from '@campus/contract/notifications'
import { Button } from '@mantine/core'
import { IconMailCheck, IconMailX, IconRefresh } from '@tabler/icons-react'
import { api } from '../../lib/api'
import { formatDateTime, formatNumber } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { type ListState, useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import classes from './mails.module.css'
import { useRetry } from './use-retry'

const CAUSES: Record<FailedMail['causa'], string> = {
  rechazado: 'Su correo no lo aceptó',
  sin_servidor: 'El servidor de correo no respondió en dos días',
}

type Mail = FailedMail | FailedJobMail
type Config = Pick<ListConfig<Mail>, 'label' | 'errorTitle' | 'empty'> & { when: string; sorts?: boolean }

const configOf = (
  { when, sorts = false, ...config }: Config,
  busy: boolean,
  onRetry: (id: Mail['id']) => void,
): ListConfig<Mail> => ({
  ...config,
  id: ({ id }) => id,
  sort: '-fecha',
  columns: [
    { key: 'nombre', label: 'Para', cell: ({ nombre }) => nombre ?? 'Sin cuenta' },
    { key: 'correo', label: 'Correo', cell: ({ correo }) => correo },
    { key: 'asunto', label: 'Asunto', cell: ({ asunto }) => asunto },
    { key: 'fecha', label: when, cell: ({ fecha }) => formatDateTime(fecha), steady: true, sorts },
    { key: 'causa', label: 'Por qué', cell: ({ causa }) => CAUSES[causa] },
    {
      key: 'accion',
      label: 'Acción',
      cell: ({ id, nombre, asunto }) => (
        <Button
          variant="subtle"
          disabled={busy}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => onRetry(id)}
        >
          Reintentar
          <span className="visually-hidden">{`: ${nombre ?? asunto}`}</span>
        </Button>
      ),
      steady: true,
    },
  ],
})

const tooMany = (total: number) => (
  <EmptyState
    icon={IconMailX}
    color="gray"
    title={`Son ${formatNumber(total)} correos, demasiados para mostrarlos uno por uno.`}
    text="Reintenta todos: salen los más antiguos primero, mil por vez."
  />
)

type OthersProps = {
  state: ListState
  mails: { total: number; correos: FailedJobMail[] }
  retry: ReturnType<typeof useRetry>
}

/** Mails that are no notices; there is no more than one page of them. */
function Others({ state, mails: { total, correos }, retry }: OthersProps) {
  const label = 'Compras, invitaciones y cuentas'
  const config = { label, when: 'Se abandonó', errorTitle: 'No pudimos cargar los correos', empty: tooMany(total) }
  const data = { data: { data: correos, total, siguiente: null } }
  return (
    <section className={classes.others} aria-labelledby="otros">
      <h2 id="otros" className={classes.heading}>
        {label}
      </h2>
      <StaffList
        config={configOf(config, retry.busy, retry.retryOther)}
        state={{ ...state, hasEarlier: false }}
        query={{ data, error: null, isPending: false, refetch: () => undefined }}
      />
    </section>
  )
}

/** Mails of the brand that were given up after two days. */
export default function MailsPage() {
  const state = useListState()
  const retry = useRetry()
  const query = useRows('/api/gestion/correos', { query: state.params })
  const others = api.useQuery('get', '/api/gestion/correos/otros')
  const total = (query.data?.data.total ?? 0) + (others.data?.data.total ?? 0)
  const config = {
    ...{ label: 'Avisos que no salieron', when: 'Del aviso', sorts: true, errorTitle: 'No pudimos cargar los correos' },
    empty: (
      <EmptyState
        icon={IconMailCheck}
        color="teal"
        title={total > 0 ? 'Todos los avisos salieron.' : 'Todos los correos salieron.'}
      />
    ),
  }
  return (
    <>
      <PageHead
        title="Correos que no salieron"
        lead="Los intentamos enviar durante dos días. No están los enlaces para recuperar la contraseña: caducan."
        action={
          total > 0 && (
            <Button
              variant="default"
              loading={retry.retryingAll}
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={retry.retryAll}
            >
              Reintentar todos
            </Button>
          )
        }
      />
      <StaffList config={configOf(config, retry.busy, retry.retryNotice)} state={state} query={query} />
      <Loaded query={others} skeleton={null} errorTitle="No pudimos cargar los demás correos">
        {({ data }) => data.total > 0 && <Others state={state} mails={data} retry={retry} />}
      </Loaded>
    </>
  )
}
