import type { OwnRank } from '@campus/contract/awards'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { Switch } from '../../ui/switch'
import classes from './mine.module.css'
import { TEXTS } from './texts'
import { RANKING_KEY } from './use-ranking'

const PATH = '/api/ranking/preferencia'

/** Shows initials instead of the name in every ranking; rolls back when the server refuses. */
export function InitialsSwitch({ own }: { own: OwnRank }) {
  const queryClient = useQueryClient()
  const save = api.useMutation('put', PATH, {
    scope: { id: 'ranking-iniciales' },
    meta: { errorText: TEXTS.initialsError },
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
        label={TEXTS.initials}
        checked={iniciales}
        onChange={(change) => save.mutate({ body: { iniciales: change.currentTarget.checked } })}
      />
      <p className={classes.dimmed} aria-live="polite">
        {TEXTS.initialsText} <strong>{`${own.nombre} ${own.apellido}`}</strong>
      </p>
    </div>
  )
}
