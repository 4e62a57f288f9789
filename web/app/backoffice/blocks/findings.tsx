import type { Finding } from '@campus/contract/documents/findings'
import { type ChangeEvent, createContext, type ReactNode, use } from 'react'

/** Errors to show at their fields, by path such as `preguntas.2.opciones.0.opcion`. */
const FindingsContext = createContext<ReadonlyMap<string, string>>(new Map())

/** What a refused save says above it stays, and comes first. */
export function FindingsProvider({ value, children }: { value: ReadonlyMap<string, string>; children: ReactNode }) {
  const above = use(FindingsContext)
  return <FindingsContext value={above.size === 0 ? value : new Map([...value, ...above])}>{children}</FindingsContext>
}

/** The first text of each path. */
export function byPath(found: readonly Finding[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { ruta, texto } of found) if (!texts.has(ruta)) texts.set(ruta, texto)
  return texts
}

export const fieldId = (path: string): string => `campo-${path}`

type FieldProps = { id: string; error: string | undefined }

/** The id and the error of the field at a path, for an input's props. */
export function useField(): (...path: (string | number)[]) => FieldProps {
  const texts = use(FindingsContext)
  return (...path) => {
    const name = path.join('.')
    return { id: fieldId(name), error: texts.get(name) }
  }
}

type Typed<Value> = Value | ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

const isEvent = (typed: unknown): typed is ChangeEvent<HTMLInputElement> =>
  typeof typed === 'object' && typed !== null && 'currentTarget' in typed

/** The props of a field by its key in the part that has it. */
export type Fields<Part> = <Key extends keyof Part & string>(
  key: Key,
) => FieldProps & { value: Part[Key]; onChange: (typed: Typed<Part[Key]>) => void }

/** Binds the parts of a document to their fields. */
export function useBind() {
  const field = useField()
  return <Part extends object>(part: Part, set: (part: Part) => void, ...path: (string | number)[]): Fields<Part> =>
    (key) => ({
      value: part[key],
      onChange: (typed) => set({ ...part, [key]: isEvent(typed) ? typed.currentTarget.value : typed }),
      ...field(...path, key),
    })
}

/** Of a document, or of the part of it at the path. */
export const useFields = <Part extends object>(
  part: Part,
  set: (part: Part) => void,
  ...path: (string | number)[]
): Fields<Part> => useBind()(part, set, ...path)

/** A text rather than the buttons above it; none until a late part is shown. */
function controlOf(field: HTMLElement): HTMLElement | undefined {
  if (field.matches('input, textarea, button, select, [tabindex]')) return field
  const inside = field.querySelectorAll<HTMLElement>('input, textarea, button, [contenteditable="true"], [tabindex]')
  const shown = [...inside].filter((control) => control.checkVisibility())
  return shown.find(({ isContentEditable }) => isContentEditable) ?? shown[0]
}

/** Moves the focus to the field of a finding, or to the nearest one above it. */
export function focusField(path: string): boolean {
  let nearest: HTMLElement | undefined
  for (let name = path; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const field = document.getElementById(fieldId(name))
    if (!field) continue
    nearest ??= field
    const target = controlOf(field)
    if (!target) continue
    nearest.scrollIntoView({ block: 'center' })
    target.focus({ preventScroll: true })
    return true
  }
  return false
}

const FIELD_DELAY_MS = 250
const FIELD_WAIT_MS = 5000

/** Focuses a field that a closing dialog, another tab or a late part still hides. */
export function focusWhenThere(path: string, focus: (path: string) => boolean = focusField): () => void {
  const until = Date.now() + FIELD_WAIT_MS
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    if (!focus(path) && Date.now() < until) timer = setTimeout(look, 50)
  }
  // The dialog gives the focus back first.
  timer = setTimeout(look, FIELD_DELAY_MS)
  return () => clearTimeout(timer)
}

export type Leading = {
  /** Before the focus goes to a field: shows the part that has it. */
  onGo?: (path: string) => void
  /** Instead of the focus: leads to another tab and its field. */
  lead?: (path: string) => void
}

/** From an error to its field in the open document. */
export function goTo({ onGo, lead }: Leading, path: string): void {
  if (lead) lead(path)
  else {
    onGo?.(path)
    focusWhenThere(path)
  }
}

const HASH = '#campo-'

/** The field that an address names. */
export const fieldOfHash = (hash: string): string =>
  hash.startsWith(HASH) ? decodeURIComponent(hash.slice(HASH.length)) : ''
