import { useWindowEvent } from '../../lib/events'
import { optionId } from '../../ui/options'

type ExamKeys = {
  options: { id: number }[]
  /** Arrows then only enter the options, because each press would choose. */
  several?: boolean
  choose: (option: number) => void
  /** Null where Enter has nothing to advance. */
  next: (() => void) | null
}

const isWriting = (target: Element): boolean =>
  target.closest('textarea, select, input:not([type="radio"], [type="checkbox"]), dialog') !== null
const isControl = (target: Element): boolean => target.closest('button, a, input, textarea, summary') !== null

/** 1 to 9 choose an option; arrows enter the options; Enter continues, except on a control. */
export function useExamKeys({ options, several = false, choose, next }: ExamKeys): void {
  function pick(place: number, enters = false): boolean {
    const option = options.at(place)
    if (!option) return false
    if (!(enters && several)) choose(option.id)
    document.getElementById(optionId(option.id))?.focus()
    return true
  }

  function handled(event: KeyboardEvent, target: Element): boolean {
    if (/^[1-9]$/.test(event.key)) return pick(Number(event.key) - 1)
    if (isControl(target)) return false
    if (event.key === 'ArrowDown') return pick(0, true)
    if (event.key === 'ArrowUp') return pick(-1, true)
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
