import { useWindowEvent } from '../../lib/events'
import type { AnswerSaver } from './answer-saver'
import type { Exam } from './use-exam'
import { useServerBack } from './use-probe'

/** Resynchronises whenever the student returns to the tab, the server is back, or another tab saved an answer. */
export function useResync(exam: Exam, saver: AnswerSaver): void {
  useServerBack(exam.back)
  useWindowEvent('focus', () => void exam.resync())
  useWindowEvent('storage', (event) => saver.isNews(event) && void exam.resync(true))
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') void exam.resync()
    else void saver.flush().catch(() => undefined)
  })
}
