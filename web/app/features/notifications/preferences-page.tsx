import type { Preference } from '@campus/contract/notifications'
import { NOTIFICATION_EVENTS } from '@campus/contract/rules'
import { Skeleton, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import { Crumbs } from '../../ui/crumbs'
import { PageHead } from '../../ui/page-head'
import { Loaded } from '../../ui/states'
import classes from './preferences.module.css'
import { T } from './texts'

const PATH = '/api/notificaciones/preferencias'
const options = api.queryOptions('get', PATH)
const CHANNELS = { campus: 'En el campus', correo: 'Por correo' } as const

type Kept = { data: Preference[] }

/** Saves a row at once, one after the other so that the last click wins; a refusal puts the switch back. */
function useSave() {
  const queryClient = useQueryClient()
  const put = (row: Preference) =>
    queryClient.setQueryData<Kept>(
      options.queryKey,
      (kept) => kept && { data: kept.data.map((one) => (one.evento === row.evento ? row : one)) },
    )
  const save = api.useMutation('put', PATH, {
    scope: { id: 'preferencias' },
    meta: { errorText: T.notSaved },
    onMutate: ({ body }): Preference | undefined => {
      const kept = queryClient.getQueryData<Kept>(options.queryKey)
      put(body)
      return kept?.data.find((one) => one.evento === body.evento)
    },
    onError: (_error, _sent, before) => before && put(before),
    onSuccess: () =>
      notifications.show({ id: 'preferencia', message: T.saved, color: 'teal', autoClose: 2000, role: 'status' }),
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
              size="md"
              classNames={{ track: classes.track }}
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

/** Which events are told through which channel, saved with each click. */
export default function PreferencesPage() {
  const query = api.useQuery('get', PATH)
  const save = useSave()
  return (
    <>
      <Crumbs items={[{ text: T.title, to: '/notificaciones' }, { text: 'Preferencias' }]} />
      <PageHead title={T.preferences} lead={T.preferencesLead} />
      <Loaded query={query} skeleton={<Skeleton height={480} maw={760} radius="lg" />} errorTitle={T.preferencesError}>
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
