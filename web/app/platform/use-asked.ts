import { useEffect, useEffectEvent, useState } from 'react'

type Answer<Data> = { state: 'waiting' } | { state: 'failed' } | { state: 'answered'; data: Data }

/**
 * One question to the API on a page that the server renders whole and that does not carry the query library.
 * @param key what is asked for: another one is another question; null asks nothing
 */
export function useAsked<Data>(key: string | null, ask: () => Promise<Data>) {
  const [known, setKnown] = useState<{ key: string; answer: Answer<Data> }>()
  const [tries, setTries] = useState(0)
  const send = useEffectEvent(ask)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same question again
  useEffect(() => {
    if (key === null) return
    let gone = false
    const know = (answer: Answer<Data>) => gone || setKnown({ key, answer })
    send().then(
      (data) => know({ state: 'answered', data }),
      () => know({ state: 'failed' }),
    )
    return () => {
      gone = true
    }
  }, [key, tries])
  const answer: Answer<Data> = known?.key === key && known ? known.answer : { state: 'waiting' }
  return { ...answer, retry: () => setTries((n) => n + 1) }
}
