import type { Profile, SessionUser } from '@campus/contract/accounts'
import { PROFILE_SAVED_TEXT } from '@campus/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { readSession, storeSession } from '../../../lib/session'
import { toast } from '../../../lib/toasts'

export type ProfileFields = {
  telefono: string
  direccion: string
  ciudad: string
  profesion: string
  /** As a form sends it: `1` or `0`. */
  profesion_visible: '0' | '1'
  fecha_nacimiento: string
  password_actual: string
  password: string
  password_confirmation: string
}

/** `quitar_foto` is `1` or absent. */
type Changes = Partial<ProfileFields> & { quitar_foto?: string }

export const profileQuery = (id: number) =>
  api.queryOptions('get', '/api/usuarios/{id}', { params: { path: { id: String(id) } } })

function formOf(fields: Changes, photo: Blob | undefined): FormData {
  const form = new FormData()
  form.set('_method', 'PUT')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (photo) form.set('foto_perfil', photo, 'foto')
  return form
}

const sessionUserOf = ({
  id,
  id_cliente,
  tipo_cliente,
  nombres,
  apellidos,
  correo,
  foto_perfil,
}: Profile): SessionUser => ({ id, id_cliente, tipo_cliente, nombres, apellidos, correo, foto_perfil })

/** The header reads the user from the session. */
function updateSession(profile: Profile): void {
  const session = readSession()
  if (session) storeSession({ token: session.token, user: sessionUserOf(profile) })
}

export function useSaveProfile(id: number, onSaved: (profile: Profile) => void) {
  const queryClient = useQueryClient()
  const save = api.useMutation('post', '/api/usuarios/{id}', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      queryClient.setQueryData(profileQuery(id).queryKey, { data })
      updateSession(data)
      toast(PROFILE_SAVED_TEXT)
      onSaved(data)
    },
  })
  return {
    busy: save.isPending,
    error: save.error,
    reset: save.reset,
    send: (body: Changes, photo?: Blob) =>
      save.mutateAsync({
        params: { path: { id: String(id) } },
        body,
        bodySerializer: (fields) => formOf(fields, photo),
      }),
  }
}
