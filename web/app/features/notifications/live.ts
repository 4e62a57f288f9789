import type { LiveNotice } from '@campus/contract/notifications'
import { listenForever } from './reconnect'
import { listen } from './stream'

/** A tab hidden for this long gives up the stream. */
const HIDDEN_MS = 120_000

/** A message between the tabs of one student; without a notice it means "reload". */
type TabMessage = { notice: LiveNotice | null }

const channelOf = (usuario: number) => new BroadcastChannel(`notificaciones-${usuario}`)

/** Tells the other tabs of this browser to reload. */
export function notifyTabs(usuario: number): void {
  const channel = channelOf(usuario)
  channel.postMessage({ notice: null } satisfies TabMessage)
  channel.close()
}

/** A network that comes back or an abort ends it early. */
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

/** One tab at a time; without locks (an insecure address) each tab listens. */
async function oneOfTabs(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  // It rejects only when the wait for the lock is aborted.
  await navigator.locks.request(name, { signal }, work).catch(() => undefined)
}

export type LiveOptions = {
  usuario: number
  token: string
  /** Called when the stream opens, then with each change. */
  onNotice: (notice: LiveNotice) => void
  /** Called when events may have been missed. */
  onChange: () => void
}

/** One stream per browser: the tab that holds the lock listens and passes events to the others. Returns the cleanup. */
export function startLive({ usuario, token, onNotice, onChange }: LiveOptions): () => void {
  const channel = channelOf(usuario)
  let round: AbortController | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined

  const receive = (notice: LiveNotice) => {
    channel.postMessage({ notice } satisfies TabMessage)
    onNotice(notice)
  }
  const poll = () => {
    channel.postMessage({ notice: null } satisfies TabMessage)
    onChange()
  }
  function begin(): void {
    round = new AbortController()
    const { signal } = round
    const environment = {
      listen: (until: AbortSignal) => listen(token, receive, until),
      poll,
      sleep,
      random: Math.random,
    }
    void oneOfTabs(`notificaciones-${usuario}`, signal, () => listenForever(environment, signal))
  }
  function pause(): void {
    round?.abort()
    round = undefined
  }
  function onVisibilityChange(): void {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(pause, HIDDEN_MS)
    else if (!round) {
      begin()
      onChange()
    }
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => (data.notice ? onNotice(data.notice) : onChange())
  document.addEventListener('visibilitychange', onVisibilityChange)
  begin()
  // The tab may have been opened in the background.
  if (document.visibilityState === 'hidden') onVisibilityChange()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearTimeout(hidden)
    pause()
    channel.close()
  }
}
