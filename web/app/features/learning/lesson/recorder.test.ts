import { describe, expect, it } from 'vitest'
import { createRecorder } from './recorder'

function recording(start = 0) {
  const saved: number[] = []
  let now = 0
  const recorder = createRecorder(
    start,
    (second) => saved.push(second),
    () => now,
  )
  const at = (ms: number) => {
    now = ms
    return recorder
  }
  return { saved, at, recorder }
}

describe('createRecorder', () => {
  it('saves every ten seconds while the video moves', () => {
    const { saved, at } = recording()
    for (let second = 1; second <= 25; second++) at(second * 1000).record({ second: second + 0.4 })
    expect(saved).toEqual([10, 20])
  })

  it('saves at once on a pause and on leaving, but never the same second twice', () => {
    const { saved, at, recorder } = recording(205)
    recorder.flush()
    at(1000).record({ second: 206.2 })
    at(1100).record({ second: 206.3, stopped: 'paused' })
    at(1200).flush()
    at(1300).record({ second: 300 })
    at(1400).flush()
    expect(saved).toEqual([206, 300])
  })

  it('remembers a finished video from its beginning', () => {
    const { saved, at } = recording(500)
    at(1000).record({ second: 596, stopped: 'ended' })
    expect(saved).toEqual([0])
  })
})
