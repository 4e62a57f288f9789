import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { BANNER_RATIO, type Banner, ROTATION_MS, textOf } from '../lib/banners'
import { useRoot } from '../lib/brand'
import classes from './banners.module.css'
import { Picture } from './picture'
import { SmartLink } from './smart-link'

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

type BannersProps = {
  banners: Banner[]
  /** As in the `sizes` attribute. */
  sizes: string
  /** The first banner is at the top of the screen and must load first. */
  eager?: boolean
  /** As the specification asks of the landing page. */
  newTab?: boolean
}

type SlideProps = Pick<BannersProps, 'sizes' | 'eager' | 'newTab'> & { banner: Banner }

function Slide({ banner: { image, link }, sizes, eager, newTab }: SlideProps) {
  const text = textOf(link, useRoot())
  const picture = <Picture src={image} alt={text} ratio={BANNER_RATIO} sizes={sizes} eager={eager} />
  if (!link) return picture
  return (
    <SmartLink
      to={link}
      className={classes.link}
      newTab={newTab}
      label={newTab ? `${text} (se abre en otra pestaña)` : undefined}
    >
      {picture}
    </SmartLink>
  )
}

/** Which banner is in sight of a strip that is swiped and rotates; `still` fades none in. */
function useStrip(length: number, stopped: boolean, still: boolean) {
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setShown(Math.round(scrollLeft / clientWidth))
  }
  const show = (index: number) => {
    const { current } = strip
    current?.scrollTo({ left: index * current.clientWidth, behavior: 'instant' })
    if (!still) current?.animate({ opacity: [0, 1] }, 200)
    setShown(index)
  }
  // Swiped before hydration.
  const begin = useEffectEvent(follow)
  useEffect(() => begin(), [])
  const next = useEffectEvent(() => show((shown + 1) % length))
  // `shown` restarts the timer, so that a chosen banner stays its whole time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (stopped || still || length < 2) return
    const timer = setTimeout(() => next(), ROTATION_MS)
    return () => clearTimeout(timer)
  }, [stopped, still, length, shown])
  return { strip, shown, follow, show }
}

/** A strip to swipe; with scripts it rotates until hovered, focused, paused or where reduced motion is preferred. */
export function Banners({ banners, sizes, eager = false, newTab }: BannersProps) {
  const [paused, setPaused] = useState(false)
  const [engaged, setEngaged] = useState(false)
  const still = useStill()
  const { strip, shown, follow, show } = useStrip(banners.length, paused || engaged, still)
  const leave = (event: FocusEvent<HTMLElement>) => setEngaged(event.currentTarget.contains(event.relatedTarget))
  const several = banners.length > 1
  const PlayIcon = paused ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <section
      aria-label="Anuncios"
      className={classes.banners}
      onPointerEnter={() => setEngaged(true)}
      onPointerLeave={() => setEngaged(false)}
      onFocus={() => setEngaged(true)}
      onBlur={leave}
    >
      <div ref={strip} className={classes.strip} tabIndex={several ? 0 : undefined} onScroll={follow}>
        {banners.map((banner, index) => (
          <div key={banner.image} className={classes.slide}>
            <Slide banner={banner} sizes={sizes} newTab={newTab} eager={eager && index === 0} />
          </div>
        ))}
      </div>
      {several && (
        <div className={classes.controls}>
          {banners.map((banner, index) => (
            <button
              key={banner.image}
              type="button"
              className={classes.dot}
              aria-label={`Anuncio ${index + 1} de ${banners.length}`}
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
      )}
    </section>
  )
}
