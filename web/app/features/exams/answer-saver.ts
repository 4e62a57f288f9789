import { ApiError } from '../../lib/errors'
import {
  acknowledge,
  type Entry,
  emptyOutbox,
  merge,
  newest,
  nextBatch,
  type Outbox,
  overlay,
  parseOutbox,
  parseSaved,
  put,
  type Reply,
  type SavedReply,
} from './outbox'

/** `rejected`: the server accepts no more answers of this attempt. */
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'offline' | 'rejected'

type SaverDeps = {
  attempt: number
  /** What the server had when the attempt was opened. */
  saved: readonly SavedReply[]
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Sends replies of one kind; returns what the server has now. */
  post: (entries: Entry[]) => Promise<SavedReply[]>
  /** Whether a retry can succeed. */
  isTemporary: (error: unknown) => boolean
  /** Milliseconds until the next try. */
  retryDelay: (failures: number, error: unknown) => number
  /** Returns the cancel function. */
  schedule: (ms: number, call: () => void) => () => void
  /** Another device's answers that the server has instead of ours. */
  onServerReplies: (saved: SavedReply[]) => void
  /** The attempt is over. */
  onRejected: (error: unknown) => void
}

/**
 * Stores every reply on this device before sending it, so that none is lost offline, on a reload or in a crash. Replies
 * are sent in order with their sequence, so that a late or repeated one overwrites nothing newer (docs/product/exams.md
 * 3.2).
 */
export class AnswerSaver {
  readonly #deps: SaverDeps
  readonly #key: string
  readonly #savedKey: string
  readonly #listeners = new Set<() => void>()
  #outbox: Outbox
  /** What the server has, as far as this device knows. */
  #saved: SavedReply[]
  #status: SaveStatus = 'idle'
  #cancel: (() => void) | undefined
  #running: Promise<void> | undefined
  #failures = 0
  /** The server named the time of the next try. */
  #toldToWait = false

  constructor(deps: SaverDeps) {
    this.#deps = deps
    this.#key = `examen:${deps.attempt}`
    this.#savedKey = `${this.#key}:guardadas`
    this.#saved = newest(deps.saved, parseSaved(deps.storage.getItem(this.#savedKey)))
    this.#outbox = acknowledge(this.#stored() ?? emptyOutbox(this.#saved), this.#saved)
    if (this.#outbox.entries.length > 0) this.#schedule(0)
  }

  get replies(): Map<number, Reply> {
    return overlay(this.#saved, this.#outbox)
  }

  /** The questions whose replies the server does not have. */
  get unsent(): number[] {
    return this.#outbox.entries.map(({ id_pregunta }) => id_pregunta)
  }

  /** For `useSyncExternalStore`. */
  readonly status = (): SaveStatus => this.#status

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stores a reply at once and sends it after `delay` ms without another. */
  save(reply: Omit<Entry, 'secuencia'>, delay = 0): void {
    this.#outbox = put(this.#withStored(), reply)
    this.#persist()
    if (this.#status !== 'offline') this.#setStatus('saving')
    if (!this.#toldToWait) this.#schedule(delay)
  }

  /** Whether another tab has emptied its queue of this attempt: the server then has more than this tab knows. */
  isNews({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): boolean {
    return key === this.#key && (newValue === null || parseOutbox(newValue)?.entries.length === 0)
  }

  /** What another tab or device saved; replies that are not sent yet stay. */
  receive(saved: SavedReply[]): void {
    this.#confirm(saved)
    this.#outbox = acknowledge(this.#withStored(), saved)
    const told = new Set(saved.map(({ id_pregunta }) => id_pregunta))
    this.#deps.onServerReplies(
      this.#saved.filter(({ id_pregunta }) => told.has(id_pregunta) && !this.#isWaiting(id_pregunta)),
    )
  }

  /** @throws when the server is unreachable or rejects */
  flush(): Promise<void> {
    this.#cancel?.()
    this.#toldToWait = false
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** For an attempt that was submitted. */
  clear(): void {
    this.stop()
    this.#outbox = { next: this.#outbox.next, entries: [] }
    for (const key of [this.#key, this.#savedKey]) this.#deps.storage.removeItem(key)
  }

  /** Stops sending; the queue stays on the device. */
  stop(): void {
    this.#cancel?.()
  }

  async #sendAll(): Promise<void> {
    try {
      for (let batch = nextBatch(this.#outbox); batch.length > 0; batch = nextBatch(this.#outbox)) {
        this.#setStatus('saving')
        const saved = await this.#deps.post(batch)
        this.#confirm(saved)
        this.#outbox = acknowledge(this.#withStored(), [...saved, ...batch])
        this.#persist()
        this.#deps.onServerReplies(saved.filter((row) => !this.#isWaiting(row.id_pregunta)))
      }
      this.#failures = 0
      if (this.#status !== 'idle') this.#setStatus('saved')
    } catch (error) {
      this.#failed(error)
      throw error
    }
  }

  #confirm(saved: readonly SavedReply[]): void {
    this.#saved = newest(this.#saved, saved)
    this.#deps.storage.setItem(this.#savedKey, JSON.stringify(this.#saved))
  }

  #failed(error: unknown): void {
    if (!this.#deps.isTemporary(error)) {
      this.#setStatus('rejected')
      this.#deps.onRejected(error)
      return
    }
    this.#setStatus('offline')
    this.#toldToWait = error instanceof ApiError && error.retryAfter > 0
    this.#schedule(this.#deps.retryDelay(this.#failures++, error))
  }

  #schedule(delay: number): void {
    this.#cancel?.()
    // The status already shows the failure.
    this.#cancel = this.#deps.schedule(delay, () => void this.flush().catch(() => undefined))
  }

  #isWaiting(question: number): boolean {
    return this.#outbox.entries.some((entry) => entry.id_pregunta === question)
  }

  /** Another tab of this device may have added to the queue. */
  #withStored(): Outbox {
    const stored = this.#stored()
    return stored ? merge(stored, this.#outbox) : this.#outbox
  }

  #stored(): Outbox | null {
    return parseOutbox(this.#deps.storage.getItem(this.#key))
  }

  #persist(): void {
    this.#deps.storage.setItem(this.#key, JSON.stringify(this.#outbox))
  }

  #setStatus(status: SaveStatus): void {
    if (status === this.#status) return
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}
