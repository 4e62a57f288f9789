import type { Profile } from '@campus/contract/accounts'
import { PROFILE_SAVED_TEXT } from '@campus/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import type { paths } from '../../../lib/api.gen'
import { updateUser } from '../../../lib/session'
import { toast } from '../../../lib/toasts'

type Changes = paths['/api/usuarios/{id}']['post']['requestBody']['content']['multipart/form-data'] & {
  foto_perfil?: Blob
}

export type SaveProfile = ReturnType<typeof useSaveProfile>

export const profileQuery = (id: number) =>
  api.queryOptions('get', '/api/usuarios/{id}', { params: { path: { id: String(id) } } })

function formOf(changes: Changes): FormData {
  const form = new FormData()
  form.set('_method', 'PUT')
  for (const [name, value] of Object.entries(changes)) form.set(name, value)
  return form
}

export function useSaveProfile(id: number, onSaved: (profile: Profile) => void, onError?: (error: unknown) => void) {
  const queryClient = useQueryClient()
  const save = api.useMutation('post', '/api/usuarios/{id}', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      queryClient.setQueryData(profileQuery(id).queryKey, { data })
      const { nombres, apellidos, foto_perfil } = data
      updateUser({ nombres, apellidos, foto_perfil })
      toast(PROFILE_SAVED_TEXT)
      onSaved(data)
    },
    ...(onError && { onError }),
  })
  return {
    busy: save.isPending,
    error: save.error,
    reset: save.reset,
    send: (body: Changes) => save.mutate({ params: { path: { id: String(id) } }, body, bodySerializer: formOf }),
  }
}
