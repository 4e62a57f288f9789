import type { Certificate } from '@campus/contract/certificates'
import { lazy, useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { client } from '../../lib/client'
import { useOnReconnect } from '../../lib/network'
import { useSession } from '../../lib/session'

/** A certificate of the brand that certifies nothing; in a dialog. */
export const SampleCertificate = lazy(() => import('./sample-certificate'))

/** The document and the ways to share it. */
export const ShareBar = lazy(() => import('./share-bar').then(({ ShareBar }) => ({ default: ShareBar })))

/** By student and code. A store of its own, because a public page asks it too, without a query client. */
const useKnown = create<Record<string, Certificate | null>>(() => ({}))

const asking = new Set<string>()

const keyOf = (student: number, code: string) => `${student} ${code}`

async function ask(student: number, code: string): Promise<void> {
  const key = keyOf(student, code)
  if (asking.has(key)) return
  asking.add(key)
  const answer = await client
    .GET('/api/certificado/usuario/{id}', { params: { path: { id: String(student) } } })
    .catch(() => null)
  asking.delete(key)
  useKnown.setState({ [key]: answer?.data?.data.find((own) => own.codigo_certificado === code) ?? null })
}

/** The caller's certificate of that code; undefined while unknown, null for anyone else. */
export function useOwnCertificate(code: string | undefined): Certificate | null | undefined {
  const session = useSession()
  const student = session?.user.tipo_cliente === 'Alumno' ? session.user.id : 0
  const known = useKnown((store) => (code ? store[keyOf(student, code)] : null))
  // Each time: it may have been revoked a moment ago.
  const read = useCallback(() => {
    if (student > 0 && code) void ask(student, code)
  }, [student, code])
  useEffect(read, [read])
  useOnReconnect(read)
  return session === null || (session && student === 0) ? null : known
}
