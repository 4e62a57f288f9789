import type { StudyGoal } from '@campus/contract/learning'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { Panel } from '../../../ui/panel'
import { Skeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import classes from './pace-settings.module.css'

const PATH = '/api/ritmo'
const options = api.queryOptions('get', PATH)
const GOALS = [1, 2, 3, 4, 5, 6, 7] as const

function useSave() {
  const queryClient = useQueryClient()
  return api.useMutation('put', PATH, {
    scope: { id: 'ritmo' },
    meta: { errorText: 'No se pudo guardar tu ritmo. Lo dejamos como estaba.' },
    onMutate: ({ body }) => {
      const before = queryClient.getQueryData<{ data: StudyGoal }>(options.queryKey)
      if (before) queryClient.setQueryData(options.queryKey, { data: { ...before.data, ...body } })
      return before
    },
    onError: (_error, _sent, before) => before && queryClient.setQueryData(options.queryKey, before),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.queryOptions('get', '/api/inicio').queryKey }),
  })
}

/** The dashboard links here before this part has loaded. */
const arrive = (place: HTMLElement | null) => {
  if (window.location.hash === '#ritmo') place?.parentElement?.scrollIntoView({ block: 'center' })
}

/** Each change is saved at once. */
export default function PaceSettings() {
  const query = api.useQuery('get', PATH)
  const save = useSave()
  const goal = query.data?.data
  if (!goal) return query.isError ? null : <Skeleton height={220} />
  return (
    <Panel pad="large">
      <span id="ritmo" ref={arrive} />
      <Title order={2} look={3}>
        Mi ritmo de estudio
      </Title>
      <Text small dimmed>
        Cuenta un día cuando terminas una lección o apruebas un examen. Solo lo ves tú.
      </Text>
      <Switch
        label="Ver mi semana en el inicio"
        checked={goal.activo}
        onChange={(event) => save.mutate({ body: { activo: event.currentTarget.checked } })}
      />
      {goal.activo && (
        <fieldset className={classes.goals}>
          <legend>Días por semana</legend>
          {GOALS.map((days) => (
            <label key={days}>
              <input
                type="radio"
                name="meta"
                checked={goal.meta === days}
                onChange={() => save.mutate({ body: { meta: days } })}
              />
              <span>{days}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Panel>
  )
}
