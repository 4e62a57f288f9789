import { useEffect, useState } from 'react'

/** The course offer's countdown on each load where no real promotion runs: 0 days 1 h 20 m 30 s (storefront.md section 9). */
export const OFFER_SECONDS = 4830

/** What is left, as a countdown shows it. */
export type Left = { dias: number; horas: number; minutos: number; segundos: number }

/** Whole seconds until an end, in milliseconds since 1970; a begun second counts, and it stops at zero. */
export const secondsUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

/** Seconds as days, hours, minutes and seconds. */
export function splitSeconds(seconds: number): Left {
  return {
    dias: Math.floor(seconds / 86_400),
    horas: Math.floor(seconds / 3600) % 24,
    minutos: Math.floor(seconds / 60) % 60,
    segundos: seconds % 60,
  }
}

const worded = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])

/** `1 hora y 20 minutos`: what is left for who hears it. Seconds are left out, or it would change with each of them. */
export function spokenLeft(seconds: number): string {
  const { dias, horas, minutos } = splitSeconds(seconds)
  const parts = [
    ...worded(dias, 'día', 'días'),
    ...worded(horas, 'hora', 'horas'),
    ...worded(minutos, 'minuto', 'minutos'),
  ]
  const last = parts.pop()
  if (last === undefined) return seconds > 0 ? 'menos de un minuto' : '0 minutos'
  return parts.length > 0 ? `${parts.join(', ')} y ${last}` : last
}

/**
 * Whole seconds that are left until an end (milliseconds since 1970), or of so many seconds from when the screen was
 * opened. `undefined` on the server and until hydration: a page is cached for everyone, the time is not.
 * Counted from the clock, so that a tab that slept is right again when it is seen.
 */
export function useCountdown(until: { end: number } | { seconds: number }): number | undefined {
  const [left, setLeft] = useState<number>()
  const end = 'end' in until ? until.end : undefined
  const seconds = 'seconds' in until ? until.seconds : 0
  // A clock outside of React.
  useEffect(() => {
    const stop = end ?? Date.now() + seconds * 1000
    const tick = () => {
      const now = secondsUntil(stop, Date.now())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [end, seconds])
  return left
}
