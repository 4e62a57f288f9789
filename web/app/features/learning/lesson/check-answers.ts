import { readSession } from '../../../lib/session'
import { checksKey, deviceStore, storedList } from '../../../lib/storage'

/** By the words, so that a question that was rewritten is asked again. */
type Answer = { leccion: number; pregunta: string; opcion: string }

const MOST = 300

const isAnswer = (value: unknown): value is Answer => {
  const { leccion, pregunta, opcion } = (value ?? {}) as Partial<Answer>
  return typeof leccion === 'number' && typeof pregunta === 'string' && typeof opcion === 'string'
}

/** A visitor's are under 0. */
const keyNow = () => checksKey(readSession()?.user.id ?? 0)
const stored = () => storedList(deviceStore.getItem(keyNow()), isAnswer)

const isOf = (leccion: number, pregunta: string) => (one: Answer) =>
  one.leccion === leccion && one.pregunta === pregunta

/** The option that was chosen last on this device. */
export const readAnswer = (leccion: number, pregunta: string): string | null =>
  stored().find(isOf(leccion, pregunta))?.opcion ?? null

/** Null forgets it. The oldest give way. */
export function keepAnswer(leccion: number, pregunta: string, opcion: string | null): void {
  const own = isOf(leccion, pregunta)
  const others = stored().filter((one) => !own(one))
  const next = opcion === null ? others : [...others, { leccion, pregunta, opcion }]
  deviceStore.setItem(keyNow(), JSON.stringify(next.slice(-MOST)))
}
