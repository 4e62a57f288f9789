import { isDeepStrictEqual } from 'node:util'
import { aPerson } from './builders.ts'
import type { TestApp } from './harness.ts'
import type { Copies, Reply } from './races.copies.ts'

/** What a race works with: the copies, the test's own hands in the database, and how many run at once. */
export type Track = { t: TestApp; copies: Copies; parallel: number }

/** What came of a race by name, each beside what must: numbers that are known before it starts. */
export type Outcome = Record<string, { met: number; due: number }>

/** One race: it starts everybody at once. It throws when somebody was answered what nobody may be. */
export type Race = (track: Track) => Promise<Outcome>

/** So many at once; each is told its number. */
export const together = (times: number, run: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => run(n)))

/** `201`, or of a refusal why too: `409 SIN_INTENTOS`. */
const wordOf = ({ status, body }: Reply): string => (status < 400 ? `${status}` : `${status} ${body?.code}`)

function tally(replies: Reply[]): Record<string, number> {
  const words: Record<string, number> = {}
  for (const reply of replies) words[wordOf(reply)] = (words[wordOf(reply)] ?? 0) + 1
  return words
}

/** Who was answered what, losers too: exactly so many of each and nothing else. */
export function answered(replies: Reply[], due: Record<string, number>): void {
  const met = tally(replies)
  if (isDeepStrictEqual(met, due)) return
  throw new Error(`answered ${JSON.stringify(met)} instead of ${JSON.stringify(due)}`)
}

/** Where it is a matter of who was first how many of each there are: nothing but these. */
export function answeredOnly(replies: Reply[], words: string[]): void {
  const met = tally(replies)
  if (Object.keys(met).every((word) => words.includes(word))) return
  throw new Error(`answered ${JSON.stringify(met)}, where only ${words.join(', ')} may be`)
}

/** Those whose number passes. */
export const ofThose = (replies: Reply[], passes: (n: number) => boolean): Reply[] =>
  replies.filter((_, n) => passes(n))

/** One number that the database tells. */
export async function countIn({ t }: Track, query: string, values: (number | string | number[])[]): Promise<number> {
  const [row] = await t.database.sql.unsafe<{ n: number }[]>(query, values)
  return Number(row?.n)
}

/** A student of brand 2 with a token. */
export async function aStudent({ t }: Track): Promise<{ id: number; token: string }> {
  const { id } = await aPerson(t.deps.db)
  return { id, token: await t.tokenOf(id) }
}

/** So many of them. */
export const aClass = (track: Track, many: number): Promise<{ id: number; token: string }[]> =>
  Promise.all(Array.from({ length: many }, () => aStudent(track)))
