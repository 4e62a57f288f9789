/** How an attempt to listen ended: it had worked, it failed, or the server will not have us. */
export type Ending = 'heard' | 'failed' | 'refused'

/** What the loop needs of the world; tests bring their own. */
export type World = {
  listen: (signal: AbortSignal) => Promise<Ending>
  /** Asks for what may have been missed. */
  poll: () => void
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

const FIRST_MS = 1000
const LONGEST_MS = 30_000
/** After so many failures in a row the stream counts as impossible here: asking each minute takes its place. */
export const POLL_AFTER = 4
export const POLL_MS = 60_000

/** The wait before the next attempt: doubled each time up to 30 s, between half and all of it by chance. */
export function waitAfter(failures: number, random: () => number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
  return Math.round(most * (0.5 + random() / 2))
}

/** Listens until the signal or a refusal ends it, whatever happens to the line meanwhile. Never throws. */
export async function keepListening({ listen, poll, sleep, random }: World, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const ending = await listen(signal)
    if (signal.aborted || ending === 'refused') return
    failures = ending === 'heard' ? 0 : failures + 1
    if (failures < POLL_AFTER) await sleep(waitAfter(failures, random), signal)
    else {
      poll()
      await sleep(POLL_MS, signal)
    }
  }
}
