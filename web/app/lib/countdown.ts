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

export type Until = { end: number } | { seconds: number }

/** When what ui/early-clock.js counts ends; it stops. */
function takeOver(): number | undefined {
  const { dataset } = document.documentElement
  const { countdown } = dataset
  delete dataset.countdown
  return countdown ? Number(countdown) : undefined
}

/** Reads the clock, because sleeping tabs miss ticks; undefined until hydration, because pages are cached. */
export function useCountdown(until: Until): number | undefined {
  const [left, setLeft] = useState<number>()
  const end = 'end' in until ? until.end : undefined
  const seconds = 'seconds' in until ? until.seconds : 0
  useEffect(() => {
    const begun = takeOver()
    const stop = end ?? begun ?? Date.now() + seconds * 1000
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
