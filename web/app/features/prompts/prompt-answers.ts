import type { PromptQuestion } from '@campus/contract/prompts'
import { MAX_PROMPT_ANSWER, PROMPT_CHOICE_TEXT, PROMPT_LONG_TEXT, PROMPT_OPEN_TEXT } from '@campus/contract/rules'

/** Answers by variable. */
export type Answers = Record<string, string>

/** The answers of a stored draft; none when its content is not ours. */
export function parseAnswers(stored: string): Answers {
  try {
    const invalid: unknown = JSON.parse(stored || '{}')
    if (typeof invalid !== 'object' || invalid === null || Array.isArray(invalid)) return {}
    const texts = Object.entries(invalid).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

/** An option that is no longer offered counts as no answer. */
export function answersTo(questions: PromptQuestion[], stored: Answers): Answers {
  const known = new Map(Object.entries(stored))
  return Object.fromEntries(
    questions.map(({ variable, tipo, opciones }) => {
      const answer = known.get(variable) ?? ''
      const offered = tipo === 'abierta' || opciones.some(({ texto }) => texto === answer)
      return [variable, offered ? answer : '']
    }),
  )
}

function answerError(tipo: PromptQuestion['tipo'], answer: string): string | null {
  if (answer.trim() === '') return tipo === 'abierta' ? PROMPT_OPEN_TEXT : PROMPT_CHOICE_TEXT
  return answer.length > MAX_PROMPT_ANSWER ? PROMPT_LONG_TEXT : null
}

/** Validation errors by variable, with the server's texts. */
export function answerErrors(questions: PromptQuestion[], answers: Answers): Answers {
  return Object.fromEntries(
    questions.flatMap(({ variable, tipo }) => {
      const errors = answerError(tipo, answers[variable] ?? '')
      return errors ? [[variable, errors]] : []
    }),
  )
}
