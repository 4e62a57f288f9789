import pg from 'pg'

const RETRY_MS = 1000

type Listener = {
  onMessage: (payload: string) => void
  /** Called for each new connection, because notifications sent meanwhile are lost. */
  onOpen: () => void
  onError: (error: unknown) => void
}

/** `opened` resolves once the first attempt to connect has ended, well or not; retries go on until `end`. */
export type Subscription = { opened: Promise<void>; end: () => Promise<void> }

/** Hears LISTEN/NOTIFY in a channel over a connection of its own, which is replaced when it is lost. */
export type Listen = (channel: string, listener: Listener) => Subscription

/** How to listen to the channels of a database. */
export const listenTo =
  (url: string): Listen =>
  (channel, { onMessage, onOpen, onError }) => {
    let client: pg.Client | undefined
    let timer: NodeJS.Timeout | undefined
    let ended = false

    async function connect(): Promise<void> {
      const current = new pg.Client({
        connectionString: url,
        application_name: 'campus-listen',
        connectionTimeoutMillis: 4000,
        keepAlive: true,
      })
      client = current
      const retry = () => {
        if (ended || client !== current) return
        client = undefined
        timer = setTimeout(connect, RETRY_MS).unref()
      }
      current.on('error', () => undefined).on('end', retry)
      current.on('notification', ({ payload = '' }) => onMessage(payload))
      try {
        await current.connect()
        await current.query(`LISTEN ${current.escapeIdentifier(channel)}`)
        if (!ended) onOpen()
      } catch (error) {
        if (!ended) onError(error)
        await current.end().catch(() => undefined)
        retry()
      }
    }

    const opened = connect()
    return {
      opened,
      async end() {
        ended = true
        clearTimeout(timer)
        await client?.end().catch(() => undefined)
      },
    }
  }
