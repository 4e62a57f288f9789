import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { useRefresh } from '../blocks/use-refresh'

/** Sends what was given up again: a notice, another mail, or all. */
export function useRetry() {
  const refresh = useRefresh('/api/gestion/correos', '/api/gestion/correos/otros', '/api/gestion/bandeja')
  const ends = {
    onSuccess: ({ data }: { data: { correos: number } }) => {
      const message = `${count(data.correos, 'correo sale', 'correos salen')} otra vez en unos minutos.`
      toast(message)
    },
    onSettled: refresh,
  }
  const notice = api.useMutation('post', '/api/gestion/correos/{id}/reintentar', ends)
  const other = api.useMutation('post', '/api/gestion/correos/otros/{id}/reintentar', ends)
  const all = api.useMutation('post', '/api/gestion/correos/reintentar', ends)
  return {
    busy: notice.isPending || other.isPending || all.isPending,
    retryingAll: all.isPending,
    retryNotice: (id: number | string) => notice.mutate({ params: { path: { id: String(id) } } }),
    retryOther: (id: number | string) => other.mutate({ params: { path: { id: String(id) } } }),
    retryAll: () => all.mutate({}),
  }
}
