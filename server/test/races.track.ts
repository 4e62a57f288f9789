import { isDeepStrictEqual } from 'node:util'
import { aPerson } from './builders.ts'
import type { TestApp } from './harness.ts'
import type { Copies, Reply } from './races.copies.ts'

/** `parallel` requests run at once. */
export type Track = { t: TestApp; copies: Copies; parallel: number }

/** Results by name, with the expected numbers. */
export type Outcome = Record<string, { met: number; due: number }>

/** @throws on a response that must not occur */
export type Race = (track: Track) => Promise<Outcome>

export const together = (times: number, run: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => run(n)))

/** `201`, or status and code: `409 SIN_INTENTOS`. */
const wordOf = ({ status, body }: Reply): string => (status < 400 ? `${status}` : `${status} ${body?.code}`)

function tally(replies: Reply[]): Record<string, number> {
  const words: Record<string, number> = {}
  for (const reply of replies) words[wordOf(reply)] = (words[wordOf(reply)] ?? 0) + 1
  return words
}

/** Expects exactly these numbers of responses. */
export function answered(replies: Reply[], due: Record<string, number>): void {
  const met = tally(replies)
  if (isDeepStrictEqual(met, due)) return
  throw new Error(`answered ${JSON.stringify(met)} instead of ${JSON.stringify(due)}`)
}

/** Expects only these responses, in any number. */
export function answeredOnly(replies: Reply[], words: string[]): void {
  const met = tally(replies)
  if (Object.keys(met).every((word) => words.includes(word))) return
  throw new Error(`answered ${JSON.stringify(met)}, where only ${words.join(', ')} may be`)
}

export const ofThose = (replies: Reply[], passes: (n: number) => boolean): Reply[] =>
  replies.filter((_, n) => passes(n))

export async function countIn({ t }: Track, query: string, values: (number | string | number[])[]): Promise<number> {
  const [row] = await t.database.sql.unsafe<{ n: number }[]>(query, values)
  return Number(row?.n)
}

export async function aStudent({ t }: Track): Promise<{ id: number; token: string }> {
  const { id } = await aPerson(t.deps.db)
  return { id, token: await t.tokenOf(id) }
}

export const aClass = (track: Track, many: number): Promise<{ id: number; token: string }[]> =>
  Promise.all(Array.from({ length: many }, () => aStudent(track)))
