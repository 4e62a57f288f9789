import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useState } from 'react'
import { BANNER_RATIO, type Banner, ROTATION_MS } from '../lib/banners'
import classes from './banners.module.css'
import { Picture } from './picture'
import { SmartLink } from './smart-link'

function useRotation(length: number, stopped: boolean) {
  const [shown, setShown] = useState(0)
  // `shown` restarts the timer, so that a chosen banner stays its whole time.
  useEffect(() => {
    if (stopped || length < 2) return
    const timer = setTimeout(() => setShown((shown + 1) % length), ROTATION_MS)
    return () => clearTimeout(timer)
  }, [stopped, length, shown])
  return [shown, setShown] as const
}

type SlideProps = Pick<BannersProps, 'sizes' | 'newTab'> & {
  banner: Banner
  label: string
  shown: boolean
  eager: boolean
}

function Slide({ banner, label, shown, sizes, newTab, eager }: SlideProps) {
  const picture = <Picture src={banner.image} alt={label} ratio={BANNER_RATIO} sizes={sizes} eager={eager} />
  return (
    <div className={classes.slide} data-shown={shown || undefined} inert={!shown}>
      {banner.link ? (
        <SmartLink
          to={banner.link}
          className={classes.link}
          newTab={newTab}
          label={newTab ? `${label} (se abre en otra pestaña)` : undefined}
        >
          {picture}
        </SmartLink>
      ) : (
        picture
      )}
    </div>
  )
}

type BannersProps = {
  banners: Banner[]
  /** As in the `sizes` attribute. */
  sizes: string
  /** The first banner is at the top of the screen and must load first. */
  eager?: boolean
  /** As the specification asks of the landing page. */
  newTab?: boolean
}

/** Rotates until hovered, focused, paused or where reduced motion is preferred. */
export function Banners({ banners, sizes, eager = false, newTab }: BannersProps) {
  const [paused, setPaused] = useState(false)
  const [engaged, setEngaged] = useState(false)
  const reducedMotion = useReducedMotion(true)
  const [shown, setShown] = useRotation(banners.length, paused || engaged || reducedMotion)
  const leave = (event: FocusEvent<HTMLElement>) => setEngaged(event.currentTarget.contains(event.relatedTarget))
  const label = (index: number) => `Anuncio ${index + 1} de ${banners.length}`
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
      <div className={classes.stage}>
        {banners.map((banner, index) => (
          <Slide
            key={banner.image}
            banner={banner}
            label={label(index)}
            shown={index === shown}
            sizes={sizes}
            newTab={newTab}
            eager={eager && index === 0}
          />
        ))}
      </div>
      {banners.length > 1 && (
        <div className={classes.controls}>
          {banners.map((banner, index) => (
            <button
              key={banner.image}
              type="button"
              className={classes.dot}
              aria-label={label(index)}
              aria-current={index === shown}
              onClick={() => setShown(index)}
            />
          ))}
          {!reducedMotion && (
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
