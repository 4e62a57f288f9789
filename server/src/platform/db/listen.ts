import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from './client.ts'

const RETRY_MS = 1000
const SETTINGS = { application_name: 'campus-listen', connectionTimeoutMillis: 4000, keepAlive: true }

export type Listener = {
  onMessage: (payload: string) => void
  /** On each new connection, because notifications sent meanwhile are lost. */
  onOpen: () => void
  onError: (error: unknown) => void
}

/** `opened` resolves after the first attempt, successful or not. */
export type Subscription = { opened: Promise<void>; end: () => Promise<void> }

export function listenTo(url: string, channel: string, { onMessage, onOpen, onError }: Listener): Subscription {
  const opened = Promise.withResolvers<void>()
  const ending = new AbortController()
  const { signal } = ending

  async function listen(): Promise<void> {
    while (!signal.aborted) {
      await withClient(
        url,
        async (client) => {
          client.on('notification', ({ payload = '' }) => onMessage(payload))
          await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
          signal.throwIfAborted()
          onOpen()
          opened.resolve()
          await once(client, 'end', { signal })
        },
        SETTINGS,
      ).catch((error) => signal.aborted || onError(error))
      opened.resolve()
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const ended = listen()
  return {
    opened: opened.promise,
    end() {
      ending.abort()
      return ended
    },
  }
}
