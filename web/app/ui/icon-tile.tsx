import type { Icon } from '@tabler/icons-react'
import classes from './icon-tile.module.css'

export type TileTone = 'brand' | 'accent' | 'good' | 'wait' | 'bad' | 'plain'

/** A decorative icon; the text beside it says the same. */
export function IconTile({ icon: Drawing, tone = 'brand' }: { icon: Icon; tone?: TileTone }) {
  return (
    <span className={classes.tile} data-tone={tone} aria-hidden="true">
      <Drawing size={24} stroke={1.7} />
    </span>
  )
}
