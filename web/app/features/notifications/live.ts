import type { LiveNotice } from '@campus/contract/notifications'
import { keepListening } from './reconnect'
import { listen } from './stream'

/** A tab that nobody has looked at for so long leaves the stream to others, or to nobody. */
const HIDDEN_MS = 120_000

/** What tabs of one person tell each other; without a notice: something changed, look again. */
type Word = { notice: LiveNotice | null }

const channelOf = (usuario: number) => new BroadcastChannel(`notificaciones-${usuario}`)

/** Tells the other tabs of this browser that this one changed something. */
export function tellTabs(usuario: number): void {
  const channel = channelOf(usuario)
  channel.postMessage({ notice: null } satisfies Word)
  channel.close()
}

/** Waits; a network that comes back or the end of the whole cuts it short. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/** One tab of the browser at a time; where locks are missing (an insecure address) each tab for itself. */
async function oneOfTabs(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  // Ending the wait for the lock is the only way it rejects.
  await navigator.locks.request(name, { signal }, work).catch(() => undefined)
}

export type LiveOptions = {
  usuario: number
  token: string
  /** The server's word: first when the stream opens, then with each change. */
  onNotice: (notice: LiveNotice) => void
  /** Something may have changed unheard. */
  onChange: () => void
}

/**
 * Keeps a person's notifications live in this tab, with one stream per browser: the tab that holds the lock listens and
 * passes on what it hears. Returns how to end it.
 */
export function startLive({ usuario, token, onNotice, onChange }: LiveOptions): () => void {
  const channel = channelOf(usuario)
  let round: AbortController | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined

  const hear = (notice: LiveNotice) => {
    channel.postMessage({ notice } satisfies Word)
    onNotice(notice)
  }
  const poll = () => {
    channel.postMessage({ notice: null } satisfies Word)
    onChange()
  }
  function begin(): void {
    round = new AbortController()
    const { signal } = round
    const world = { listen: (until: AbortSignal) => listen(token, hear, until), poll, sleep, random: Math.random }
    void oneOfTabs(`notificaciones-${usuario}`, signal, () => keepListening(world, signal))
  }
  function pause(): void {
    round?.abort()
    round = undefined
  }
  function look(): void {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(pause, HIDDEN_MS)
    else if (!round) {
      begin()
      onChange()
    }
  }

  channel.onmessage = ({ data }: MessageEvent<Word>) => (data.notice ? onNotice(data.notice) : onChange())
  document.addEventListener('visibilitychange', look)
  begin()
  // A tab that was opened behind another.
  if (document.visibilityState === 'hidden') look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(hidden)
    pause()
    channel.close()
  }
}
