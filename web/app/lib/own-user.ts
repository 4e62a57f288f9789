import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { backgroundClient } from './client'
import { readSession, updateUser, useSession } from './session'

/** The name, photo and mail may have changed on another device. */
export function useOwnUser(): void {
  const id = useSession()?.user.id
  const { data } = useQuery({
    queryKey: ['usuario-propio', id],
    // In the background: a session that has ended must open no login here.
    queryFn: async ({ signal }) => {
      const answer = await backgroundClient.GET('/api/usuarios/{id}', { params: { path: { id: String(id) } }, signal })
      return answer.data?.data ?? null
    },
    enabled: id !== undefined,
    retry: false,
  })
  useEffect(() => {
    if (!data || readSession()?.user.id !== data.id) return
    const { nombres, apellidos, foto_perfil, correo } = data
    updateUser({ nombres, apellidos, foto_perfil, correo })
  }, [data])
}
