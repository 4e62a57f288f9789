import { useEffect, useEffectEvent, useState } from 'react'
import type { client } from './client'

/** A call to the API by the browser, for public pages: they hold no query cache. Nothing is asked while `key` is null. */
export function useAnswer<Data>(
  key: string | null,
  ask: (by: typeof client) => Promise<{ data?: { data: Data } | undefined }>,
) {
  const [known, setKnown] = useState<{ key: string | null; answer?: Data }>()
  const [attempt, setAttempt] = useState(0)
  const call = useEffectEvent(async () => (await ask((await import('./client')).client)).data?.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    if (key === null) return
    let current = true
    const take = (answer?: Data) => current && setKnown(answer === undefined ? { key } : { key, answer })
    call().then(take, () => take())
    return () => {
      current = false
    }
  }, [key, attempt])
  const answer = known?.key === key ? known.answer : undefined
  return {
    answer,
    failed: key !== null && known?.key === key && answer === undefined,
    retry: () => setAttempt(attempt + 1),
  }
}
