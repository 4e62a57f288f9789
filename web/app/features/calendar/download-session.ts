import { client } from '../../lib/client'

/** A plain link would be refused, because the call needs the bearer header. @throws ApiError or OfflineError */
export async function downloadSession(id: number): Promise<void> {
  const { data } = await client.GET('/api/calendario/sesion/{id}', {
    params: { path: { id: String(id) } },
    parseAs: 'text',
  })
  const url = URL.createObjectURL(new Blob([data ?? ''], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `sesion-${id}.ics`
  link.click()
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
