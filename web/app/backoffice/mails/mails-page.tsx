import type { FailedMail } from '@campus/contract/notifications'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMailCheck, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { count, formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'

const MAILS = ['get', '/api/gestion/correos'] as const
const INBOX = ['get', '/api/gestion/bandeja'] as const

const CAUSES: Record<FailedMail['causa'], string> = {
  rechazado: 'Su correo no lo aceptó',
  sin_servidor: 'El servidor de correo no respondió en dos días',
}

function useRetry() {
  const client = useQueryClient()
  const onSuccess = ({ data }: { data: { correos: number } }) => {
    const message = `${count(data.correos, 'correo sale', 'correos salen')} otra vez en unos minutos.`
    notifications.show({ color: 'teal', message })
  }
  const onSettled = () => {
    void client.invalidateQueries({ queryKey: INBOX })
    return client.invalidateQueries({ queryKey: MAILS })
  }
  const one = api.useMutation('post', '/api/gestion/correos/{id}/reintentar', { onSuccess, onSettled })
  const all = api.useMutation('post', '/api/gestion/correos/reintentar', { onSuccess, onSettled })
  return { one, all, busy: one.isPending || all.isPending }
}

const configOf = ({ one, busy }: ReturnType<typeof useRetry>): ListConfig<FailedMail> => ({
  label: 'Correos que no salieron',
  id: ({ id }) => id,
  sort: '-fecha',
  columns: [
    { key: 'nombre', label: 'Para', cell: ({ nombre }) => nombre },
    { key: 'correo', label: 'Correo', cell: ({ correo }) => correo },
    { key: 'asunto', label: 'Asunto', cell: ({ asunto }) => asunto },
    { key: 'fecha', label: 'Del aviso', cell: ({ fecha }) => formatDateTime(fecha), steady: true, sorts: true },
    { key: 'causa', label: 'Por qué', cell: ({ causa }) => CAUSES[causa] },
    {
      key: 'accion',
      label: 'Acción',
      cell: ({ id, nombre }) => (
        <Button
          variant="subtle"
          disabled={busy}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => one.mutate({ params: { path: { id: String(id) } } })}
        >
          Reintentar
          <span className="visually-hidden">{`: ${nombre}`}</span>
        </Button>
      ),
      steady: true,
    },
  ],
  errorTitle: 'No pudimos cargar los correos',
  empty: <EmptyState icon={IconMailCheck} color="teal" title="Todos los correos salieron." />,
})

/** Mails of notices that were given up after two days. */
export default function MailsPage() {
  const state = useListState()
  const retry = useRetry()
  const query = api.useQuery(
    'get',
    '/api/gestion/correos',
    { params: { query: state.params as Record<string, never> } },
    { placeholderData: keepPreviousData },
  )
  const total = query.data?.data.total ?? 0
  return (
    <>
      <PageHead
        title="Correos que no salieron"
        lead="Avisos que intentamos enviar durante dos días. Al reintentar salen en unos minutos."
        action={
          total > 0 && (
            <Button
              variant="default"
              loading={retry.all.isPending}
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={() => retry.all.mutate({})}
            >
              Reintentar todos
            </Button>
          )
        }
      />
      <StaffList config={configOf(retry)} state={state} query={query} />
    </>
  )
}
