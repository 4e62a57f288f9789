import type { PromptQuestion } from '@campus/contract/prompts'
import { MAX_PROMPT_ANSWER, PROMPT_CHOICE_TEXT, PROMPT_LONG_TEXT, PROMPT_OPEN_TEXT } from '@campus/contract/rules'

/** Answers by variable. */
export type Answers = Record<string, string>

/** Answers out of what a draft kept; none when that is not what we wrote. */
export function parseAnswers(kept: string): Answers {
  try {
    const found: unknown = JSON.parse(kept || '{}')
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {}
    const texts = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

/** What is answered of these questions; an option that is no longer offered counts as none. */
export function answersTo(questions: PromptQuestion[], kept: Answers): Answers {
  const known = new Map(Object.entries(kept))
  return Object.fromEntries(
    questions.map(({ variable, tipo, opciones }) => {
      const answer = known.get(variable) ?? ''
      const offered = tipo === 'abierta' || opciones.some(({ texto }) => texto === answer)
      return [variable, offered ? answer : '']
    }),
  )
}

function wrongWith(tipo: PromptQuestion['tipo'], answer: string): string | null {
  if (answer.trim() === '') return tipo === 'abierta' ? PROMPT_OPEN_TEXT : PROMPT_CHOICE_TEXT
  return answer.length > MAX_PROMPT_ANSWER ? PROMPT_LONG_TEXT : null
}

/** What is wrong, under each variable, in the words of the server (contract section 4 "Prompts"). */
export function wrongAnswers(questions: PromptQuestion[], answers: Answers): Answers {
  return Object.fromEntries(
    questions.flatMap(({ variable, tipo }) => {
      const wrong = wrongWith(tipo, answers[variable] ?? '')
      return wrong ? [[variable, wrong]] : []
    }),
  )
}
