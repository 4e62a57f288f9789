import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000
const LIMA_MS = 5 * 3_600_000
const NEAR_MS = 20_000

/** Waits for Lima's next day when this one is about to end: for tests of what counts by days or months. */
export async function onOneDay(): Promise<void> {
  const left = DAY_MS - ((Date.now() - LIMA_MS) % DAY_MS)
  if (left < NEAR_MS) await sleep(left + 1)
}
