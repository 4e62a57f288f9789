import type { CompletedLesson, LessonProgress } from '@campus/contract/learning'
import { pointsText } from '../../../lib/points'
import { toast } from '../../../lib/toasts'
import type { MarkOutcome } from '../mark-queue'
import { goalText, streakText, WeekDays } from '../pace/week-days'
import classes from './finished.module.css'
import { TEXTS } from './texts'

function Reward({ puntos, ritmo }: { puntos: number; ritmo: LessonProgress['ritmo'] }) {
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

/** Tells that a lesson is done: its points and the day, as the server answered, or that they come later. */
export function tellFinished(outcome: MarkOutcome, undo?: () => void): void {
  const options = { id: 'leccion', action: undo && { text: TEXTS.undo, onClick: undo } }
  if (outcome.kind === 'waits') {
    toast(`${TEXTS.completedDone}. ${TEXTS.waits}`, options)
    return
  }
  const { puntos = 0, ritmo = null }: Partial<CompletedLesson> = outcome.answer ?? {}
  toast(<Reward puntos={puntos} ritmo={ritmo} />, options)
}
