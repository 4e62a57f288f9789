import { useWindowEvent } from '@mantine/hooks'
import type { AnswerSaver } from './answer-saver'
import type { Exam } from './use-exam'

/** Resynchronises whenever the student returns to the tab, or another tab saved an answer. */
export function useResync(exam: Exam, saver: AnswerSaver): void {
  useWindowEvent('focus', () => void exam.resync())
  useWindowEvent('online', () => void exam.resync(true))
  useWindowEvent('storage', (event) => saver.isNews(event) && void exam.resync(true))
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') void exam.resync()
    else void saver.flush().catch(() => undefined)
  })
}
