import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import classes from './banners.module.css'

const STILL = '(prefers-reduced-motion: reduce)'

function followStill(call: () => void) {
  const query = window.matchMedia(STILL)
  query.addEventListener('change', call)
  return () => query.removeEventListener('change', call)
}

/** Also until hydration, when nothing rotates yet. */
const useStill = () =>
  useSyncExternalStore(
    followStill,
    () => window.matchMedia(STILL).matches,
    () => true,
  )

const bannersAround = (controls: Element | null) => controls?.closest('section')

/** Of the strip before them, which is swiped without them: it rotates until hovered, focused, paused or where reduced motion is preferred. */
export default function BannerControls({ length, every }: { length: number; every: number }) {
  const controls = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const [paused, setPaused] = useState(false)
  const [engaged, setEngaged] = useState(false)
  const still = useStill()
  const strip = () => bannersAround(controls.current)?.querySelector<HTMLElement>('[data-strip]')
  const show = (index: number) => {
    const moved = strip()
    moved?.scrollTo({ left: index * moved.clientWidth, behavior: 'instant' })
    if (!still) moved?.animate({ opacity: [0, 1] }, 200)
    setShown(index)
  }
  const follow = useEffectEvent(() => {
    const { scrollLeft = 0, clientWidth = 1 } = strip() ?? {}
    setShown(Math.round(scrollLeft / clientWidth))
  })
  useEffect(() => {
    const section = bannersAround(controls.current)
    const leaving = new AbortController()
    const listen = (type: string, call: (event: Event) => void) =>
      section?.addEventListener(type, call, { capture: true, signal: leaving.signal })
    listen('scroll', follow)
    listen('focusin', () => setEngaged(true))
    listen('focusout', (event) => setEngaged(section?.contains((event as FocusEvent).relatedTarget as Node) ?? false))
    section?.addEventListener('pointerenter', () => setEngaged(true), { signal: leaving.signal })
    section?.addEventListener('pointerleave', () => setEngaged(false), { signal: leaving.signal })
    // Swiped before hydration.
    follow()
    return () => leaving.abort()
  }, [])
  const next = useEffectEvent(() => show((shown + 1) % length))
  // `shown` restarts the timer, so that a chosen banner stays its whole time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (paused || engaged || still || length < 2) return
    const timer = setTimeout(() => next(), every)
    return () => clearTimeout(timer)
  }, [paused, engaged, still, length, every, shown])
  const PlayIcon = paused ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <div ref={controls} className={classes.controls}>
      {[...Array(length).keys()].map((index) => (
        <button
          key={index}
          type="button"
          className={classes.dot}
          aria-label={`Anuncio ${index + 1} de ${length}`}
          aria-current={index === shown}
          onClick={() => show(index)}
        />
      ))}
      {!still && (
        <button
          type="button"
          className={classes.pause}
          aria-label={paused ? 'Reanudar los anuncios' : 'Pausar los anuncios'}
          onClick={() => setPaused(!paused)}
        >
          <PlayIcon size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
