import { complaints, referrals, registrations, resets } from './races.accounts.ts'
import { attendances, likes, notifications, posts } from './races.community.ts'
import { attempts, certificates, starts, submissions, sweeps } from './races.exams.ts'
import { violations } from './races.rules.ts'
import { checkout, refunds, renewals, webhooks } from './races.shop.ts'
import type { Race, Track } from './races.track.ts'

/** Every race by the name that a report calls it by. */
export const RACES: Record<string, Race> = {
  attempts,
  starts,
  submissions,
  sweeps,
  certificates,
  likes,
  posts,
  attendances,
  notifications,
  webhooks,
  checkout,
  renewals,
  refunds,
  referrals,
  registrations,
  resets,
  complaints,
}

/** How the copies of a race are started: what is counted by address is counted by the one that a request says it comes from. */
export const SETTINGS = { TRUST_PROXY: '127.0.0.1' }

/** What is wrong with one round: answers that nobody may be given, other numbers than must be, rules of the database broken. */
async function faultsOf(track: Track, race: Race): Promise<string[]> {
  try {
    const outcome = Object.entries(await race(track))
    const wrong = outcome.filter(([, { met, due }]) => met !== due)
    return wrong.map(([what, { met, due }]) => `${what}: ${met} where ${due} must be`)
  } catch (error) {
    return [error instanceof Error ? [error.message, error.cause].join(' ').trim() : String(error)]
  }
}

/** Runs a race so many times over and answers what went wrong. */
export async function runRace(track: Track, name: string, rounds: number): Promise<string[]> {
  const race = RACES[name]
  if (!race) throw new Error(`there is no race ${name}`)
  const wrong: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await track.t.database.sql`DELETE FROM limites`
    const faults = [...(await faultsOf(track, race)), ...(await violations(track.t))]
    wrong.push(...faults.map((fault) => `round ${round}: ${fault}`))
  }
  return wrong
}
