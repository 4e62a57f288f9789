import type { Week } from '@campus/contract/learning'
import { pointsText } from '../../../lib/points'
import { goalText, streakText, WeekDays } from '../pace/week-days'
import classes from './reward.module.css'
import { TEXTS } from './texts'

export type RewardProps = { puntos: number; ritmo: Week | null }

/** What a finished lesson gave: its points and the day in the week. */
export default function Reward({ puntos, ritmo }: RewardProps) {
  return (
    <div className={classes.reward}>
      <p>
        {TEXTS.completedDone}
        {puntos > 0 && <strong className={classes.points}>{pointsText(puntos)}</strong>}
      </p>
      {ritmo && (
        <>
          <WeekDays ritmo={ritmo} pop />
          <p className={classes.pace}>{streakText(ritmo) || goalText(ritmo)}</p>
        </>
      )}
    </div>
  )
}
