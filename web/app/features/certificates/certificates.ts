import type { Certificate } from '@campus/contract/certificates'
import { lazy } from 'react'
import { api } from '../../lib/api'
import { useSession } from '../../lib/session'

/** A certificate of the brand that certifies nothing; in a dialog. */
export const SampleCertificate = lazy(() => import('./sample-certificate'))

/** The document and the ways to share it. */
export const ShareBar = lazy(() => import('./share-bar').then(({ ShareBar }) => ({ default: ShareBar })))

/** The caller's certificate of that code; undefined while unknown, null for anyone else. */
export function useOwnCertificate(code: string | undefined): Certificate | null | undefined {
  const session = useSession()
  const student = session?.user.tipo_cliente === 'Alumno' ? session.user.id : 0
  const query = api.useQuery(
    'get',
    '/api/certificado/usuario/{id}',
    { params: { path: { id: String(student) } } },
    // It may have been revoked a moment ago.
    { enabled: student > 0 && Boolean(code), staleTime: 0 },
  )
  if (session === null || !code || (session && student === 0) || query.isError) return null
  if (!query.data) return undefined
  return query.data.data.find((own) => own.codigo_certificado === code) ?? null
}
