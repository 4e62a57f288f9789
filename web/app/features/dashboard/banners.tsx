import type { BannerSettings } from '@campus/contract/brands'
import { BANNER_MS, MAX_BANNERS } from '@campus/contract/rules'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useState } from 'react'
import { Picture } from '../../ui/picture'
import classes from './banners.module.css'
import { SmartLink } from './smart-link'

export type Banner = { image: string; link: string | null }

/** The banners that a brand has set, at most two. */
export function bannersOf(settings: BannerSettings): Banner[] {
  const pairs = [
    { image: settings.banner_uno, link: settings.link_banner_uno },
    { image: settings.banner_dos, link: settings.link_banner_dos },
  ]
  return pairs.flatMap(({ image, link }) => (image ? [{ image, link }] : [])).slice(0, MAX_BANNERS)
}

/** The number that is shown; it goes on by itself only while nothing holds it. */
function useRotation(length: number, held: boolean) {
  const [shown, setShown] = useState(0)
  // The clock is outside React; `shown` restarts it, so that a chosen banner stays its whole time.
  useEffect(() => {
    if (held || length < 2) return
    const timer = setTimeout(() => setShown((shown + 1) % length), BANNER_MS)
    return () => clearTimeout(timer)
  }, [held, length, shown])
  return [shown, setShown] as const
}

function Slide({ banner, label, shown }: { banner: Banner; label: string; shown: boolean }) {
  const picture = <Picture src={banner.image} alt={label} ratio={1600 / 560} sizes="(max-width: 1200px) 96vw, 1160px" />
  return (
    <div className={classes.slide} data-shown={shown || undefined} inert={!shown}>
      {banner.link ? (
        <SmartLink to={banner.link} className={classes.link}>
          {picture}
        </SmartLink>
      ) : (
        picture
      )}
    </div>
  )
}

/** Rotating banners that stop under the pointer, under the focus, when asked and where motion is unwelcome. */
export function Banners({ banners }: { banners: Banner[] }) {
  const [paused, setPaused] = useState(false)
  const [attended, setAttended] = useState(false)
  const still = useReducedMotion(true)
  const [shown, setShown] = useRotation(banners.length, paused || attended || still)
  const leave = (event: FocusEvent<HTMLElement>) => setAttended(event.currentTarget.contains(event.relatedTarget))
  const label = (index: number) => `Anuncio ${index + 1} de ${banners.length}`
  const PlayIcon = paused ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <section
      aria-label="Anuncios"
      className={classes.banners}
      onPointerEnter={() => setAttended(true)}
      onPointerLeave={() => setAttended(false)}
      onFocus={() => setAttended(true)}
      onBlur={leave}
    >
      <div className={classes.stage}>
        {banners.map((banner, index) => (
          <Slide key={banner.image} banner={banner} label={label(index)} shown={index === shown} />
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
