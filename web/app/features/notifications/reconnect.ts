/** How a connection ended; `refused` must not be retried. */
export type Ending = 'worked' | 'failed' | 'refused'

/** Injected, so that tests need no network and no clock. */
export type Environment = {
  listen: (signal: AbortSignal) => Promise<Ending>
  /** Refetches what may have been missed. */
  poll: () => void
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

const FIRST_MS = 1000
const LONGEST_MS = 30_000
/** After this many failures in a row the stream is replaced by polling each minute. */
export const POLL_AFTER = 4
export const POLL_MS = 60_000

/** Exponential backoff up to 30 s with jitter. */
export function waitAfter(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
  return Math.round(longest * (0.5 + random() / 2))
}

/** Reconnects until the signal or a refusal ends it; never throws. */
export async function listenForever({ listen, poll, sleep, random }: Environment, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const ending = await listen(signal)
    if (signal.aborted || ending === 'refused') return
    failures = ending === 'worked' ? 0 : failures + 1
    if (failures < POLL_AFTER) await sleep(waitAfter(failures, random), signal)
    else {
      poll()
      await sleep(POLL_MS, signal)
    }
  }
}
