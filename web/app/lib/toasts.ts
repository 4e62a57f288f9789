import type { ReactNode } from 'react'

export type Toast = {
  message: ReactNode
  title?: string | undefined
  /** What went well is green. */
  color?: 'teal' | 'red' | 'yellow' | 'gray'
  icon?: ReactNode
  /** One button, which closes it too. */
  action?: { text: string; onClick: () => void } | undefined
  /** Until it is closed. */
  stays?: boolean
}

export type ShownToast = Toast & { id: string; key: number }

let last = 0
let shown: readonly ShownToast[] = []
const watchers = new Set<() => void>()

function show(toasts: readonly ShownToast[]): void {
  shown = toasts
  for (const changed of watchers) changed()
}

/** What is shown; `ui/toasts.tsx` draws it. */
export const toasts = {
  now: () => shown,
  watch(changed: () => void) {
    watchers.add(changed)
    return () => void watchers.delete(changed)
  },
}

export const hideToast = (id: string): void => show(shown.filter((one) => one.id !== id))

/** A short note over the page. The same words, or what has the same `id`, take the place of the note before. */
export function toast(message: ReactNode, { id, ...options }: Omit<Toast, 'message'> & { id?: string } = {}): void {
  last += 1
  const own = id ?? (typeof message === 'string' ? `${options.title} ${message}` : String(last))
  show([...shown.filter((one) => one.id !== own), { ...options, message, id: own, key: last }])
}

/** Everything beside the topmost dialog is inert, so that the region of the toasts (ui/toasts.tsx) goes into it. */
export function raiseToasts(): void {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const toasts = document.querySelector('[data-toasts]')
  if (toasts) top.append(toasts)
}
