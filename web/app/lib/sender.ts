import { isTemporary, retryDelay } from './retry'

type SenderOptions<Item> = {
  /** The first item that waits. */
  next: () => Item | undefined
  /** Sends it and takes it from the queue. */
  send: (item: Item) => Promise<void>
  /** The server does not take it: another try would fail, too. */
  refuse: (item: Item, error: unknown) => void
  onSending?: () => void
  /** What is left waits for the next try. */
  onWaiting?: () => void
  /** Everything was sent or refused. */
  onEmpty?: () => void
}

/** Sends a queue in order, one item at a time, and again after what is temporary. */
export function createSender<Item>({ next, send, refuse, onSending, onWaiting, onEmpty }: SenderOptions<Item>) {
  let running: Promise<void> | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** False when the item has to wait. */
  async function attempt(item: Item): Promise<boolean> {
    try {
      await send(item)
    } catch (error) {
      if (isTemporary(error)) {
        timer = setTimeout(() => void flush(), retryDelay(failures++, error))
        return false
      }
      refuse(item, error)
    }
    failures = 0
    return true
  }
  /** Returns what follows. */
  async function sendAll(): Promise<(() => void) | undefined> {
    const first = next()
    for (let item = first; item !== undefined; item = next()) {
      if (failures === 0) onSending?.()
      if (!(await attempt(item))) return onWaiting
    }
    return first === undefined ? undefined : onEmpty
  }
  function flush(): Promise<void> {
    if (running) return running
    clearTimeout(timer)
    running = sendAll().then((follow) => {
      // First: what follows may add an item and flush again.
      running = undefined
      follow?.()
    })
    return running
  }
  return { flush, stop: () => clearTimeout(timer) }
}
