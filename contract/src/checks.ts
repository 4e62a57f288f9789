import { splitChecks } from './check-blocks.ts'
import { decodeEntities } from './plain-text.ts'

/** A question between a lesson's paragraphs, for oneself: it is never graded (docs/product/learning.md 4.8). */
export type Check = { pregunta: string; opciones: string[]; correcta: number; explicacion: string }

export const MIN_CHECK_OPTIONS = 2
export const MAX_CHECK_OPTIONS = 6

const OPTION = /^(?:[-*] *)?\[([ xX]?)\](.*)$/

/**
 * Reads the lines of a check: the question, an option a line (`- [ ]`, or `- [x]` for the right one), the explanation.
 * What is missing stays empty; {@link checkProblem} names it. `correcta` is -1 where no option is marked.
 */
export function readCheck(text: string): Check {
  const check: Check = { pregunta: '', opciones: [], correcta: -1, explicacion: '' }
  const add = (field: 'pregunta' | 'explicacion', line: string) => {
    check[field] = `${check[field]} ${line}`.trim()
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, mark, option] = OPTION.exec(line) ?? []
    if (option === undefined) add(check.opciones.length === 0 ? 'pregunta' : 'explicacion', line)
    else {
      if (mark?.trim() && check.correcta < 0) check.correcta = check.opciones.length
      check.opciones.push(option.trim())
    }
  }
  return check
}

/** The lines that {@link readCheck} reads. */
export function writeCheck({ pregunta, opciones, correcta, explicacion }: Check): string {
  const options = opciones.map((option, at) => `- [${at === correcta ? 'x' : ' '}] ${option}`)
  return [pregunta, ...options, explicacion].filter(Boolean).join('\n')
}

/** What keeps a check from being asked, or null. */
export function checkProblem({ pregunta, opciones, correcta }: Check): string | null {
  if (!pregunta) return 'Escribe la pregunta para comprobar.'
  const said = `«${pregunta}»: `
  if (opciones.some((option) => option === '')) return `${said}escribe cada opción o quítala.`
  if (opciones.length < MIN_CHECK_OPTIONS) return `${said}escribe al menos ${MIN_CHECK_OPTIONS} opciones.`
  if (opciones.length > MAX_CHECK_OPTIONS) return `${said}lleva hasta ${MAX_CHECK_OPTIONS} opciones.`
  if (new Set(opciones).size < opciones.length) return `${said}hay dos opciones iguales.`
  return correcta < 0 ? `${said}marca la opción correcta.` : null
}

const NESTING = /<(\/?)(?:ul|ol|blockquote|table)\b/g

/** Nothing that was opened in it stands open at its end. */
const isClosed = (html: string): boolean =>
  [...html.matchAll(NESTING)].reduce((open, [, end]) => open + (end ? -1 : 1), 0) === 0

/** @param escaped as it stands in HTML */
export const checkOf = (escaped: string): Check => readCheck(decodeEntities(escaped))

/** What keeps the checks of a lesson from being asked. */
export function checkProblems(html: string): string[] {
  const pieces = splitChecks(html)
  return pieces.flatMap(({ place, isCheck, text }) => {
    if (!isCheck) return []
    const check = checkOf(text)
    const before = pieces.slice(0, place).filter((piece) => !piece.isCheck)
    const inside = !isClosed(before.map((piece) => piece.text).join(''))
    return (
      (inside ? `«${check.pregunta}»: va entre párrafos, no dentro de una lista o una cita.` : checkProblem(check)) ??
      []
    )
  })
}
