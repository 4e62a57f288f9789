import {
  acknowledge,
  type Entry,
  emptyOutbox,
  type Held,
  merge,
  nextBatch,
  type Outbox,
  overlay,
  parseOutbox,
  put,
  type Reply,
} from './outbox'

/** What the student sees of the saving. `refused`: the server takes no more answers of this attempt. */
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'offline' | 'refused'

type SaverDeps = {
  attempt: number
  /** What the server holds when the attempt is opened. */
  held: readonly Held[]
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Sends replies of one kind; answers what the server holds now. */
  post: (entries: Entry[]) => Promise<Held[]>
  /** Whether trying again later can help: no network, or a server that is away. */
  isTemporary: (error: unknown) => boolean
  /** Calls back after a while; returns the way to cancel it. */
  later: (ms: number, call: () => void) => () => void
  /** Another device's answers that the server holds instead of ours. */
  onHeld: (held: Held[]) => void
  /** The server refused for good: the attempt is over. */
  onRefused: (error: unknown) => void
}

const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000]

/**
 * Keeps every reply on this device first and sends it after: nothing is lost without a network, on a reload or in a
 * crash. Replies travel in the order in which they were given, each with its sequence, so that sending one twice or
 * late overwrites nothing newer (peers.md section 3).
 */
export class AnswerSaver {
  readonly #deps: SaverDeps
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #outbox: Outbox
  #status: SaveStatus = 'idle'
  #cancel: (() => void) | undefined
  #running: Promise<void> | undefined
  #failures = 0

  constructor(deps: SaverDeps) {
    this.#deps = deps
    this.#key = `examen:${deps.attempt}`
    this.#outbox = acknowledge(this.#stored() ?? emptyOutbox(deps.held), deps.held)
    if (this.#outbox.entries.length > 0) this.#plan(0)
  }

  /** The replies to show when the attempt is opened or resumed. */
  get replies(): Map<number, Reply> {
    return overlay(this.#deps.held, this.#outbox)
  }

  /** For `useSyncExternalStore`. */
  readonly status = (): SaveStatus => this.#status

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps a reply at once and sends it after `delay` milliseconds without another. */
  save(reply: Omit<Entry, 'secuencia'>, delay = 0): void {
    this.#outbox = put(this.#latest(), reply)
    this.#keep()
    if (this.#status !== 'offline') this.#tell('saving')
    this.#plan(delay)
  }

  /** Sends what is waiting. Rejects when the server could not be reached or refused. */
  flush(): Promise<void> {
    this.#cancel?.()
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** The attempt was sent: the device forgets its answers. */
  forget(): void {
    this.stop()
    this.#outbox = { next: this.#outbox.next, entries: [] }
    this.#guarded(() => this.#deps.storage.removeItem(this.#key))
  }

  /** Nothing more is sent; what waits stays on the device. */
  stop(): void {
    this.#cancel?.()
  }

  async #sendAll(): Promise<void> {
    try {
      for (let batch = nextBatch(this.#outbox); batch.length > 0; batch = nextBatch(this.#outbox)) {
        this.#tell('saving')
        const held = await this.#deps.post(batch)
        this.#outbox = acknowledge(this.#latest(), [...held, ...batch])
        this.#keep()
        this.#deps.onHeld(held.filter((row) => !this.#isWaiting(row.id_pregunta)))
      }
      this.#failures = 0
      if (this.#status !== 'idle') this.#tell('saved')
    } catch (error) {
      this.#failed(error)
      throw error
    }
  }

  #failed(error: unknown): void {
    if (!this.#deps.isTemporary(error)) {
      this.#tell('refused')
      this.#deps.onRefused(error)
      return
    }
    this.#tell('offline')
    this.#plan(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 0)
  }

  #plan(delay: number): void {
    this.#cancel?.()
    // What went wrong is told by the status; there is nobody else to tell.
    this.#cancel = this.#deps.later(delay, () => void this.flush().catch(() => undefined))
  }

  #isWaiting(question: number): boolean {
    return this.#outbox.entries.some((entry) => entry.id_pregunta === question)
  }

  /** Another tab of this device may have added to the queue. */
  #latest(): Outbox {
    const stored = this.#stored()
    return stored ? merge(stored, this.#outbox) : this.#outbox
  }

  #stored(): Outbox | null {
    return this.#guarded(() => parseOutbox(this.#deps.storage.getItem(this.#key))) ?? null
  }

  #keep(): void {
    this.#guarded(() => this.#deps.storage.setItem(this.#key, JSON.stringify(this.#outbox)))
  }

  /** A device that keeps nothing (private window, no space) still sends. */
  #guarded<T>(touch: () => T): T | undefined {
    try {
      return touch()
    } catch {
      return undefined
    }
  }

  #tell(status: SaveStatus): void {
    if (status === this.#status) return
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}
