import { useEffect, useState } from 'react'

/** The countdown of a course without a real promotion (docs/product/shop.md 3.2). */
export const OFFER_SECONDS = 4830

export type TimeParts = { dias: number; horas: number; minutos: number; segundos: number }

/** Rounded up, in whole seconds; `end` and `now` in milliseconds. */
export const secondsUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

export function splitSeconds(seconds: number): TimeParts {
  return {
    dias: Math.floor(seconds / 86_400),
    horas: Math.floor(seconds / 3600) % 24,
    minutos: Math.floor(seconds / 60) % 60,
    segundos: seconds % 60,
  }
}

const worded = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])

/** `1 hora y 20 minutos`, for screen readers; seconds would make them announce every tick. */
export function spokenDuration(seconds: number): string {
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

export type Until = { end: number } | { seconds: number }

/** What ui/early-clock.js began to count on a document that React has not taken over yet. */
function begun(): number | undefined {
  const { ready, countdown } = document.documentElement.dataset
  return ready === undefined && countdown ? Number(countdown) : undefined
}

/** Reads the clock, because sleeping tabs miss ticks; undefined until hydration, because pages are cached. */
export function useCountdown(until: Until): number | undefined {
  const [left, setLeft] = useState<number>()
  const end = 'end' in until ? until.end : undefined
  const seconds = 'seconds' in until ? until.seconds : 0
  useEffect(() => {
    const stop = end ?? begun() ?? Date.now() + seconds * 1000
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
