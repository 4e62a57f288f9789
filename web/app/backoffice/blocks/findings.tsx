import type { Finding } from '@campus/contract/documents/findings'
import { createContext, use } from 'react'

/** Errors to show at their fields, by path such as `preguntas.2.opciones.0.opcion`. */
const FindingsContext = createContext<ReadonlyMap<string, string>>(new Map())

export const FindingsProvider = FindingsContext.Provider

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

/** Moves the focus to the field of a finding, or to the nearest one above it. */
export function focusField(path: string): boolean {
  for (let name = path; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const field = document.getElementById(fieldId(name))
    if (!field) continue
    const target = field.matches('input, textarea, button, select, [tabindex]')
      ? field
      : field.querySelector<HTMLElement>('input, textarea, button, [contenteditable], [tabindex]')
    field.scrollIntoView({ block: 'center' })
    ;(target ?? field).focus({ preventScroll: true })
    return true
  }
  return false
}

/** Of a number field, whose value is text while it is typed. */
export const numberOf = (value: string | number): number | null =>
  value === '' || Number.isNaN(Number(value)) ? null : Number(value)
