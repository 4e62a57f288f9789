import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './card-frame.module.css'
import { Picture } from './picture'

type CardFrameProps = {
  image: string | null
  /** How wide the picture is shown, as in the `sizes` attribute. */
  sizes: string
  eager?: boolean
  to: string
  name: string
  /** The level of the name's heading. */
  order?: 2 | 3
  /** Over the picture. */
  badge?: ReactNode
  /** The pointer or the focus is on it: what comes next may be fetched. */
  onIntent?: () => void
  children: ReactNode
}

/** A course's card: a 16:9 picture, a name of two lines at most, and what stands below; the whole card is the link. */
export function CardFrame({ image, sizes, eager, to, name, order = 2, badge, onIntent, children }: CardFrameProps) {
  const Heading = `h${order}` as const
  return (
    <article className={classes.card} onPointerEnter={onIntent} onFocus={onIntent}>
      <div className={classes.picture}>
        <Picture src={image} alt="" ratio={16 / 9} sizes={sizes} eager={eager} />
        {badge && <div className={classes.badge}>{badge}</div>}
      </div>
      <div className={classes.body}>
        <Heading className={classes.name}>
          <Link to={to} prefetch="intent" className={classes.link}>
            {name}
          </Link>
        </Heading>
        {children}
      </div>
    </article>
  )
}
