import type { Prize } from '@campus/contract/awards'
import classes from './awards.module.css'
import { Hero } from './hero'
import { Prizes } from './prizes'

/** The prizes of the running month, above its ranking. */
export default function PrizesPreview({ prizes }: { prizes: Prize[] }) {
  return (
    <div className={classes.page}>
      <Hero month={undefined} />
      <Prizes prizes={prizes} />
    </div>
  )
}
