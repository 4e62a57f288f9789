const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** A key without others, beside all fields and dialogs. */
export function isCall(wanted: string, event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (key !== wanted || ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (target instanceof Element && target.closest(FIELDS)) return false
  return document.querySelector('dialog[open]') === null
}

export const isSearchCall = (event: KeyboardEvent): boolean => isCall('/', event)

let early: string | null = null

/** The text after a key; undefined when the key changes nothing, null when it ends the typing. */
function afterKey(text: string, { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined
  if (key === 'Tab' || key === 'Escape') return null
  if (key === 'Backspace') return text.slice(0, -1)
  return [...key].length === 1 ? text + key : undefined
}

/** Collects the keys after the slash while the search box loads; returns the unsubscribe function. */
export function collectEarlyKeys(onChange: (text: string) => void): () => void {
  const set = (text: string | null) => {
    early = text
    onChange(text ?? '')
  }
  const press = (event: KeyboardEvent) => {
    if (early === null && !isSearchCall(event)) return
    const next = early === null ? '' : afterKey(early, event)
    if (next === undefined) return
    if (next !== null) event.preventDefault()
    set(next)
  }
  const leave = () => early !== null && set(null)
  document.addEventListener('keydown', press)
  document.addEventListener('pointerdown', leave)
  return () => {
    document.removeEventListener('keydown', press)
    document.removeEventListener('pointerdown', leave)
  }
}

export function takeEarlyKeys(): string | null {
  const text = early
  early = null
  return text
}
