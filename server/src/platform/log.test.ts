import { describe, expect, it, vi } from 'vitest'
import { createLogStream } from './log.ts'

const line = (level: number, msg: string) => `{"level":${level},"msg":"${msg}"}\n`

/** A stream whose writes are kept, and that takes at most `most` bytes at once. */
function aStream(most = Number.POSITIVE_INFINITY) {
  const written: string[] = []
  const stream = createLogStream((bytes) => {
    const taken = bytes.subarray(0, most)
    written.push(taken.toString())
    return taken.length
  })
  return { stream, written }
}

describe('the log', () => {
  it('collects ordinary lines and writes them together', () => {
    vi.useFakeTimers()
    const { stream, written } = aStream()
    stream.write(line(30, 'uno'))
    stream.write(line(30, 'dos'))
    expect(written).toEqual([])
    vi.advanceTimersByTime(250)
    expect(written).toEqual([line(30, 'uno') + line(30, 'dos')])
    vi.useRealTimers()
  })

  it('writes warnings and errors at once, after what came before them', () => {
    const { stream, written } = aStream()
    stream.write(line(30, 'antes'))
    stream.write(line(50, 'mal'))
    expect(written).toEqual([line(30, 'antes') + line(50, 'mal')])
  })

  it('goes on where a write stopped short', () => {
    const { stream, written } = aStream(7)
    stream.write(line(40, 'largo'))
    expect(written.join('')).toBe(line(40, 'largo'))
  })

  it('keeps what a slow reader did not take, and gives it with the next', () => {
    const written: string[] = []
    let busy = true
    const stream = createLogStream((bytes) => {
      if (busy) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
      written.push(bytes.toString())
      return bytes.length
    })
    stream.write(line(50, 'uno'))
    busy = false
    stream.flush()
    expect(written).toEqual([line(50, 'uno')])
  })
})
