import { complaints, copiedLinks, mailChanges, referrals, registrations, resets } from './races.accounts.ts'
import { mistakes } from './races.annulling.ts'
import { attendances, likes, notifications, posts } from './races.community.ts'
import { lowered } from './races.corrections.ts'
import { lastUses, oneUse } from './races.coupons.ts'
import { drafts, editions, publications, renamings } from './races.documents.ts'
import { attempts, certificates, starts, submissions, sweeps } from './races.exams.ts'
import { annulments, deadlines, decisions, minutes, regrades, reports } from './races.grading.ts'
import { lastPlace } from './races.groups.ts'
import { oneInstalment } from './races.instalments.ts'
import { moneyBack } from './races.refunds.ts'
import { violations } from './races.rules.ts'
import { lateSales, sales, tills } from './races.sales.ts'
import { checkout, enrolmentActs, prices, refunds, renewals, suspensions, webhooks } from './races.shop.ts'
import { dismissals } from './races.staff.ts'
import type { Race, Track } from './races.track.ts'

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
  moneyBack,
  mistakes,
  suspensions,
  enrolmentActs,
  prices,
  sales,
  lateSales,
  tills,
  lastUses,
  oneUse,
  lastPlace,
  oneInstalment,
  referrals,
  registrations,
  resets,
  copiedLinks,
  mailChanges,
  complaints,
  dismissals,
  drafts,
  publications,
  editions,
  renamings,
  regrades,
  annulments,
  decisions,
  lowered,
  reports,
  minutes,
  deadlines,
}

/** Requests carry their own client address, for the throttles by address. */
export const SETTINGS = { TRUST_PROXY: '127.0.0.1' }

/** Wrong responses, wrong numbers and violated invariants of a round. */
async function faultsOf(track: Track, race: Race): Promise<string[]> {
  try {
    const outcome = Object.entries(await race(track))
    const wrong = outcome.filter(([, { met, due }]) => met !== due)
    return wrong.map(([what, { met, due }]) => `${what}: ${met} where ${due} must be`)
  } catch (error) {
    return [error instanceof Error ? [error.message, error.cause].join(' ').trim() : String(error)]
  }
}

/** Runs a race repeatedly and returns the faults. */
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
