import { useWindowEvent } from '@mantine/hooks'

type ExamKeys = {
  options: { id: number }[]
  choose: (option: number) => void
  /** Null where Enter has nothing to advance. */
  next: (() => void) | null
}

/** The id of an option's radio. */
export const optionId = (option: number): string => `opcion-${option}`

const isWriting = (target: Element): boolean => target.closest('textarea, [role="dialog"]') !== null
const isControl = (target: Element): boolean => target.closest('button, a, input, textarea, summary') !== null

/**
 * 1 to 9 choose an option; arrows enter the options from anywhere, and inside them are the radios' own; Enter goes on,
 * except on a control, where it is the control's (look.md "Exam").
 */
export function useExamKeys({ options, choose, next }: ExamKeys): void {
  function pick(place: number): boolean {
    const option = options.at(place)
    if (!option) return false
    choose(option.id)
    document.getElementById(optionId(option.id))?.focus()
    return true
  }

  function handled(event: KeyboardEvent, target: Element): boolean {
    if (/^[1-9]$/.test(event.key)) return pick(Number(event.key) - 1)
    if (isControl(target)) return false
    if (event.key === 'ArrowDown') return pick(0)
    if (event.key === 'ArrowUp') return pick(-1)
    if (event.key !== 'Enter' || !next) return false
    next()
    return true
  }

  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(target)) return
    if (handled(event, target)) event.preventDefault()
  })
}
