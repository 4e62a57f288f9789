import type { CompletedLesson } from '@campus/contract/learning'
import { lazy } from 'react'
import { toast } from '../../../lib/toasts'
import { Late } from '../../../ui/late'
import type { MarkOutcome } from '../mark-queue'
import { TEXTS } from './texts'

/** Asked for while the lesson is read. */
export const loadReward = () => import('./reward')

const Reward = lazy(loadReward)

/** Tells that a lesson is done: its points and the day, as the server answered, or that they come later. */
export function tellFinished(outcome: MarkOutcome, undo?: () => void): void {
  const options = { id: 'leccion', action: undo && { text: TEXTS.undo, onClick: undo } }
  if (outcome.kind === 'waits') {
    toast(`${TEXTS.completedDone}. ${TEXTS.waits}`, options)
    return
  }
  const { puntos = 0, ritmo = null }: Partial<CompletedLesson> = outcome.answer ?? {}
  // An element, because a translator of the browser takes bare text away from React.
  const words = <span>{TEXTS.completedDone}</span>
  toast(
    <Late fallback={words} failed={words}>
      <Reward puntos={puntos} ritmo={ritmo} />
    </Late>,
    options,
  )
}
