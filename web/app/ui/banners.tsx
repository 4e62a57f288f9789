import type { BannerSettings } from '@campus/contract/brands'
import { BANNER_MS, MAX_BANNERS } from '@campus/contract/rules'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useState } from 'react'
import classes from './banners.module.css'
import { Picture } from './picture'
import { SmartLink } from './smart-link'

/** Width / height of every banner. */
export const BANNER_RATIO = 1600 / 560

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

type SlideProps = Pick<BannersProps, 'sizes' | 'newTab'> & {
  banner: Banner
  label: string
  shown: boolean
  eager: boolean
}

function Slide({ banner, label, shown, sizes, newTab, eager }: SlideProps) {
  const opens = banner.link && newTab ? ' (se abre en otra pestaña)' : ''
  const picture = <Picture src={banner.image} alt={label + opens} ratio={BANNER_RATIO} sizes={sizes} eager={eager} />
  return (
    <div className={classes.slide} data-shown={shown || undefined} inert={!shown}>
      {banner.link ? (
        <SmartLink to={banner.link} className={classes.link} newTab={newTab}>
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
  /** How wide they are shown, as in the `sizes` attribute. */
  sizes: string
  /** Their links open in a new tab, also those to our own screens (storefront.md section 2). */
  newTab?: boolean
  /** The first one is the top of its screen: it is loaded before everything else. */
  eager?: boolean
}

/** Rotating banners that stop under the pointer, under the focus, when asked and where motion is unwelcome. */
export function Banners({ banners, sizes, newTab, eager = false }: BannersProps) {
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
