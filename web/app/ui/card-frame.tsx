import type { ReactNode } from 'react'
import { Link } from '../lib/way'
import classes from './card-frame.module.css'
import { Picture } from './picture'

type CardFrameProps = {
  image: string | null
  /** As in the `sizes` attribute. */
  sizes: string
  eager?: boolean
  to: string
  name: string
  /** The heading level. */
  order?: 2 | 3
  /** Shown over the picture. */
  badge?: ReactNode
  /** The picture beside the words on phones. */
  row?: boolean
  /** On hover or focus: the next screen may be prefetched. */
  onIntent?: () => void
  children: ReactNode
}

/** A course's card; the whole card is the link. */
export function CardFrame({
  image,
  sizes,
  eager,
  to,
  name,
  order = 2,
  badge,
  row,
  onIntent,
  children,
}: CardFrameProps) {
  const Heading = `h${order}` as const
  return (
    <article className={classes.card} data-row={row} onPointerEnter={onIntent} onFocus={onIntent}>
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
