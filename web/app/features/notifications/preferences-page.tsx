import type { Preference } from '@campus/contract/notifications'
import { NOTIFICATION_EVENTS } from '@campus/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { useSession } from '../../lib/session'
import { toast } from '../../lib/toasts'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import classes from './preferences.module.css'
import { SaleMailsField } from './sale-mails'
import { TEXTS } from './texts'

const PATH = '/api/notificaciones/preferencias'
const options = api.queryOptions('get', PATH)
const CHANNELS = { campus: 'En el campus', correo: 'Por correo' } as const

type Cached = { data: Preference[] }

/** Saves in order, so that the last click wins; rolls back when the server refuses. */
function useSave() {
  const queryClient = useQueryClient()
  const put = (row: Preference) =>
    queryClient.setQueryData<Cached>(
      options.queryKey,
      (cached) => cached && { data: cached.data.map((notice) => (notice.evento === row.evento ? row : notice)) },
    )
  const save = api.useMutation('put', PATH, {
    scope: { id: 'preferencias' },
    meta: { errorText: TEXTS.notSaved },
    onMutate: ({ body }): Preference | undefined => {
      const cached = queryClient.getQueryData<Cached>(options.queryKey)
      put(body)
      return cached?.data.find((notice) => notice.evento === body.evento)
    },
    onError: (_error, _sent, before) => before && put(before),
    onSuccess: () => toast(TEXTS.saved, { id: 'preferencia' }),
  })
  return (row: Preference) => save.mutate({ body: row })
}

function Row({ row, onSave }: { row: Preference; onSave: (row: Preference) => void }) {
  const event = NOTIFICATION_EVENTS[row.evento]
  return (
    <tr>
      <th scope="row">{event}</th>
      {(['campus', 'correo'] as const).map((channel) => (
        <td key={channel}>
          <div className={classes.switch}>
            <Switch
              aria-label={`${event}: ${CHANNELS[channel].toLowerCase()}`}
              checked={row[channel]}
              onChange={(change) => onSave({ ...row, [channel]: change.currentTarget.checked })}
            />
          </div>
        </td>
      ))}
    </tr>
  )
}

export default function PreferencesPage() {
  const query = api.useQuery('get', PATH)
  const save = useSave()
  const runsAcademy = useSession()?.user.tipo_cliente === 'Administrador'
  return (
    <>
      <Breadcrumbs items={[{ text: TEXTS.title, to: '/notificaciones' }, { text: 'Preferencias' }]} />
      <PageHead title={TEXTS.preferences} lead={TEXTS.preferencesLead} />
      {runsAcademy && <SaleMailsField />}
      <Loaded query={query} skeleton={<Skeleton height={480} maxWidth={760} />} errorTitle={TEXTS.preferencesError}>
        {({ data }) => (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Avísame cuando…</th>
                <th scope="col">{CHANNELS.campus}</th>
                <th scope="col">{CHANNELS.correo}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <Row key={row.evento} row={row} onSave={save} />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </>
  )
}
