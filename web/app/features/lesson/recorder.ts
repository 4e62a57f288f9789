import { PLAYBACK_SAVE_MS } from '@campus/contract/rules'
import type { Signal } from './player'

/** The longest second that the API remembers: a day. */
const LONGEST = 86_400

/**
 * Decides when the player's second is worth saving: every `PLAYBACK_SAVE_MS` while it moves, when it stops, and when
 * asked (`flush`). A video seen to its end is remembered from its beginning.
 */
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
    hear(signal: Signal): void {
      if (signal.second !== undefined) second = Math.min(LONGEST, Math.max(0, Math.floor(signal.second)))
      if (signal.stopped === 'ended') second = 0
      if (signal.stopped || clock() - savedAt >= PLAYBACK_SAVE_MS) flush()
    },
    flush,
  }
}
