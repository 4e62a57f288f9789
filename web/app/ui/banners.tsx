import { BANNER_RATIO, type Banner, ROTATION_MS, textOf } from '../lib/banners'
import { useRoot } from '../lib/root-data'
import BannerControls from './banner-controls.island'
import classes from './banners.module.css'
import { Island } from './island'
import { Picture } from './picture'
import { SmartLink } from './smart-link'

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

/** A strip to swipe, also without scripts; its controls turn it. */
export function Banners({ banners, sizes, eager = false, newTab }: BannersProps) {
  const several = banners.length > 1
  return (
    <section aria-label="Anuncios" className={classes.banners}>
      <div data-strip className={classes.strip} tabIndex={several ? 0 : undefined}>
        {banners.map((banner, index) => (
          <div key={banner.image} className={classes.slide}>
            <Slide banner={banner} sizes={sizes} newTab={newTab} eager={eager && index === 0} />
          </div>
        ))}
      </div>
      {several && (
        <Island
          name="ui/banner-controls"
          part={BannerControls}
          props={{ length: banners.length, every: ROTATION_MS }}
        />
      )}
    </section>
  )
}
