import type { OwnRank } from '@campus/contract/awards'
import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import classes from './mine.module.css'
import { T } from './texts'
import { RANKING_KEY } from './use-ranking'

const PATH = '/api/ranking/preferencia'

/** Initials instead of the name, in every ranking and at once; a refusal puts the switch back. */
export function InitialsSwitch({ own }: { own: OwnRank }) {
  const queryClient = useQueryClient()
  const save = api.useMutation('put', PATH, {
    scope: { id: 'ranking-iniciales' },
    meta: { errorText: T.initialsError },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['get', '/api/ranking/mio'] }),
        queryClient.invalidateQueries({ queryKey: RANKING_KEY }),
      ]),
  })
  const iniciales = save.isPending ? save.variables.body.iniciales : own.iniciales
  return (
    <div className={classes.choice}>
      <Switch
        size="md"
        classNames={{ track: classes.track }}
        label={T.initials}
        checked={iniciales}
        onChange={(change) => save.mutate({ body: { iniciales: change.currentTarget.checked } })}
      />
      <p className={classes.dimmed} aria-live="polite">
        {T.initialsText} <strong>{`${own.nombre} ${own.apellido}`}</strong>
      </p>
    </div>
  )
}
