import type { Finding } from '@campus/contract/documents/findings'
import { createStore, type StoreApi } from 'zustand'
import { deviceStore } from '../../lib/storage'
import { sameValue } from './same'
import type { Actual } from './stale'

/** Sending the same text again would meet the same answer; `errors` by the document's own paths. */
type Refused = { kind: 'refused'; text: string; errors: Finding[] }

type Unsaved<D> =
  | { kind: 'offline' }
  | { kind: 'failed'; text: string }
  | Refused
  /** `problem`: why this text could not go to the versions. */
  | { kind: 'stale'; current: Actual<D>; problem?: string }

export type SaveState<D> = { kind: 'idle' } | { kind: 'saving' } | { kind: 'saved'; at: number } | Unsaved<D>

export type DocumentState<D> = {
  document: D
  /** The version that `document` is based on. */
  version: number
  save: SaveState<D>
}

/** What a save met. */
export type SaveResult<D> = { kind: 'saved'; version: number } | Unsaved<D>

/** A document on this device that the server lacks. */
type StoredDocument<D> = { document: D; version: number }

const SAVE_DELAY_MS = 1_000
/** After a failure that is not the network's. */
const RETRY_MS = 15_000

function readStored<D>(key: string): StoredDocument<D> | null {
  try {
    const parsed: unknown = JSON.parse(deviceStore.getItem(key) ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return null
    const { document, version } = parsed as Record<string, unknown>
    if (typeof document !== 'object' || document === null || typeof version !== 'number') return null
    return { document: document as D, version }
  } catch {
    return null
  }
}

function writeStored(key: string, stored: unknown): void {
  if (stored === null) deviceStore.removeItem(key)
  else deviceStore.setItem(key, JSON.stringify(stored))
}

/** A save whose answer was lost meets itself. */
const ownEcho = <D>(sent: D, result: SaveResult<D>): SaveResult<D> =>
  result.kind === 'stale' && sameValue(result.current.datos, sent)
    ? { kind: 'saved', version: result.current.version }
    : result

type StoreOptions<D> = {
  /** Of this device's storage. */
  key: string
  document: D
  version: number
  /** `replaces` is the version of the draft that this one knowingly replaces. */
  send: (document: D, version: number, replaces?: number) => Promise<SaveResult<D>>
  /** Puts a text beside the versions; resolves to why it could not. */
  setAside: (document: D) => Promise<string | null>
}

/** A document that saves itself: one request at a time, each with the whole document and its version. */
export class DocumentStore<D> {
  private readonly store: StoreApi<DocumentState<D>>
  private readonly options: StoreOptions<D>
  private timer: ReturnType<typeof setTimeout> | undefined
  private pending: boolean
  private running: Promise<void> | null = null
  private replaces: number | undefined
  private refused: D | undefined

  constructor(options: StoreOptions<D>) {
    const { key, document, version } = options
    const stored = readStored<D>(key)
    this.options = options
    this.pending = stored !== null && !sameValue(stored.document, document)
    if (!this.pending) writeStored(key, null)
    const start = this.pending && stored ? stored : { document, version }
    this.store = createStore<DocumentState<D>>(() => ({ ...start, save: { kind: 'idle' } }))
  }

  getState = (): DocumentState<D> => this.store.getState()

  subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener)

  /** Whether the server lacks some of it. */
  isPending = (): boolean => this.pending || this.running !== null

  change(document: D): void {
    const { document: before, version, save } = this.getState()
    if (sameValue(document, before)) return
    this.pending = true
    this.store.setState({ document })
    writeStored(this.options.key, { document, version })
    if (save.kind !== 'stale') this.wait(SAVE_DELAY_MS)
  }

  /** Sends what is unsaved now; resolves when the server has it or a save failed. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.running ??= this.sendAll().finally(() => {
      this.running = null
    })
    return this.running
  }

  /** After a 409: saves what is written here over the other person's draft, which goes to the versions. */
  keepMine(): Promise<void> {
    const { save } = this.getState()
    if (save.kind !== 'stale') return Promise.resolve()
    this.replaces = save.current.version
    this.pending = true
    this.store.setState({ version: save.current.version, save: { kind: 'idle' } })
    return this.flush()
  }

  /** After a 409: what is written here goes to the versions, and only then the other person's draft replaces it. */
  async takeTheirs(): Promise<boolean> {
    let kept: D | undefined
    // What is typed meanwhile is stored too.
    while (!sameValue(kept, this.getState().document)) {
      kept = this.getState().document
      const problem = await this.options.setAside(kept)
      const { save } = this.getState()
      if (save.kind !== 'stale') return false
      if (problem !== null) {
        this.store.setState({ save: { ...save, problem } })
        return false
      }
    }
    const { save } = this.getState()
    if (save.kind !== 'stale') return false
    this.reset(save.current.datos, save.current.version)
    return true
  }

  /** Another act on the server, such as publishing, gave the document a new version. */
  reset(document: D, version: number): void {
    this.stop()
    this.pending = false
    this.replaces = undefined
    writeStored(this.options.key, null)
    this.store.setState({ document, version, save: { kind: 'idle' } })
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private wait(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), ms)
  }

  private async sendAll(): Promise<void> {
    while (this.canSend()) {
      await this.sendOnce()
      const { kind } = this.getState().save
      if (kind === 'offline' || kind === 'failed') return
    }
  }

  private canSend(): boolean {
    const { save, document } = this.getState()
    if (save.kind === 'stale') return false
    return this.pending && !(save.kind === 'refused' && document === this.refused)
  }

  private async sendOnce(): Promise<void> {
    const sent = this.getState()
    this.pending = false
    this.store.setState({ save: { kind: 'saving' } })
    const result = ownEcho(sent.document, await this.options.send(sent.document, sent.version, this.replaces))
    if (result.kind !== 'saved') {
      this.pending = true
      if (result.kind === 'refused') this.refused = sent.document
      this.store.setState({ save: result })
      if (result.kind === 'failed') this.wait(RETRY_MS)
      return
    }
    const { version } = result
    this.replaces = undefined
    this.store.setState({ version, save: { kind: 'saved', at: Date.now() } })
    writeStored(this.options.key, this.pending ? { document: this.getState().document, version } : null)
  }
}
