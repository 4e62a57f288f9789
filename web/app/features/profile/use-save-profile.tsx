import type { Profile, SessionUser } from '@campus/contract/accounts'
import { PROFILE_SAVED_TEXT } from '@campus/contract/rules'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import { readSession, storeSession } from '../../platform/session'

/** What the form sends; everything else of a person is read-only (contract section 4). */
export type ProfileFields = {
  telefono: string
  direccion: string
  ciudad: string
  profesion: string
  fecha_nacimiento: string
  password_actual: string
  password: string
  password_confirmation: string
}

/** Of these what changes; `quitar_foto`, `1`, takes the photo away. */
type Changes = Partial<ProfileFields> & { quitar_foto?: string }

/** The query of a person's own profile. */
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

/** The header and every screen greet with the stored user: it changes with the profile. */
function keep(profile: Profile): void {
  const session = readSession()
  if (session) storeSession({ token: session.token, user: sessionUserOf(profile) })
}

/** Saves fields, the photo, or both; the screen shows the failure itself. */
export function useSaveProfile(id: number, onSaved: (profile: Profile) => void) {
  const queryClient = useQueryClient()
  const save = api.useMutation('post', '/api/usuarios/{id}', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      queryClient.setQueryData(profileQuery(id).queryKey, { data })
      keep(data)
      notifications.show({
        message: PROFILE_SAVED_TEXT,
        color: 'teal',
        icon: <IconCheck size={18} aria-hidden />,
        role: 'status',
      })
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
