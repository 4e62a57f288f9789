import type { Landing } from '@campus/contract/brands'
import { firstLetter } from '@campus/contract/names'
import { formatNumber } from '../../../lib/format'
import landing from './landing.module.css'
import { SwipeRow } from './swipe-row'
import classes from './testimonials.module.css'
import { TEXTS } from './texts'

const STAR_PATH = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.58 1.1 6.47L12 17.45 6.2 20.5l1.1-6.47L2.6 9.45l6.5-.95z'

function Rating({ rating }: { rating: number }) {
  return (
    <div className={classes.rating}>
      <p>
        <strong>{formatNumber(rating)}</strong> de 5
      </p>
      <svg className={classes.stars} viewBox="0 0 128 24" aria-hidden="true">
        <defs>
          <clipPath id="valoracion">
            <rect width={(128 * rating) / 5} height="24" />
          </clipPath>
        </defs>
        {[classes.off, classes.on].map((kind) => (
          <g key={kind} className={kind} clipPath={kind === classes.on ? 'url(#valoracion)' : undefined}>
            {[0, 1, 2, 3, 4].map((star) => (
              <path key={star} d={STAR_PATH} transform={`translate(${star * 26} 0)`} />
            ))}
          </g>
        ))}
      </svg>
      <p className={classes.caption}>{TEXTS.rating}</p>
    </div>
  )
}

function Testimonial({ texto, autor, detalle }: Landing['testimonios'][number]) {
  return (
    <figure className={classes.voice}>
      <svg className={classes.mark} width="36" height="28" viewBox="0 0 36 28" aria-hidden="true">
        <path d="M0 28V16C0 7 5 1.6 14 0l1.6 4C10.6 5.6 8 8.6 8 12h7v16zM20 28V16C20 7 25 1.6 34 0l1.6 4C30.6 5.6 28 8.6 28 12h7v16z" />
      </svg>
      <blockquote>{texto}</blockquote>
      <figcaption>
        <span className={classes.initial} aria-hidden>
          {firstLetter(autor)}
        </span>
        <span>
          <strong>{autor}</strong>
          <span>{detalle}</span>
        </span>
      </figcaption>
    </figure>
  )
}

/** Claims of the academy, absent where it makes none. */
export function Testimonials({ voices, rating }: { voices: Landing['testimonios']; rating: number | null }) {
  if (voices.length === 0 && rating === null) return null
  return (
    <section aria-labelledby="opiniones">
      <div className={classes.head}>
        <h2 id="opiniones" className={landing.heading}>
          {TEXTS.testimonials}
        </h2>
        {rating !== null && <Rating rating={rating} />}
      </div>
      <SwipeRow of="opiniones">
        <ul className={classes.grid}>
          {voices.map((voice) => (
            <li key={voice.texto}>
              <Testimonial {...voice} />
            </li>
          ))}
        </ul>
      </SwipeRow>
    </section>
  )
}
