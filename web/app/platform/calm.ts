import { useEffect, useState } from 'react'
import { isWaiting, onWaiting } from './network'

/** Longest wait for the screen, in milliseconds. */
const PATIENCE_MS = 3000

/** After the next paint, when nothing else is to do. Not every browser tells. */
function whenIdle(then: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(then, { timeout: 1000 })
  else setTimeout(then, 200)
}

/** The picture that fills most of a screen belongs to it. */
function whenPictured(then: () => void): void {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  // Two frames: in the second it was painted.
  const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => then()))
  if (!picture || picture.complete) return void painted()
  for (const event of ['load', 'error']) picture.addEventListener(event, painted, { once: true })
}

let calm: Promise<void> | undefined

/** The first screen of a visit has its data and was drawn, its picture too: what is not part of it may come now. */
function whenCalm(): Promise<void> {
  calm ??= new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    const look = () =>
      whenIdle(() => {
        if (isWaiting()) return
        stop()
        whenPictured(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    const stop = onWaiting(look)
    look()
  })
  return calm
}

let isCalm = false

/**
 * False until the first screen of the visit stands. What a page can be used without (toasts, bell, search) waits for it: on a
 * slow line all files share its width.
 */
export function useCalm(): boolean {
  const [known, setKnown] = useState(isCalm)
  useEffect(() => {
    let gone = false
    void whenCalm().then(() => {
      isCalm = true
      if (!gone) setKnown(true)
    })
    return () => {
      gone = true
    }
  }, [])
  return known
}
