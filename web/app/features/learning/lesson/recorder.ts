import { PLAYBACK_SAVE_MS } from '@campus/contract/rules'
import type { PlayerEvent } from './player'

/** A day, the API's maximum. */
const MAX_SECOND = 86_400

/** Saves the second every `PLAYBACK_SAVE_MS`, on stop and on `flush`. A finished video starts from the beginning. */
export function createRecorder(start: number, save: (second: number) => void, clock: () => number = Date.now) {
  let saved = Math.floor(start)
  let second = saved
  let savedAt = clock()

  function flush(): void {
    if (second === saved) return
    saved = second
    savedAt = clock()
    save(second)
  }

  return {
    record(event: PlayerEvent): void {
      if (event.second !== undefined) second = Math.min(MAX_SECOND, Math.max(0, Math.floor(event.second)))
      if (event.stopped === 'ended') second = 0
      if (event.stopped || clock() - savedAt >= PLAYBACK_SAVE_MS) flush()
    },
    flush,
  }
}
