import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, type SseEvent } from './sse'

function read(...pieces: string[]): SseEvent[] {
  const heard: SseEvent[] = []
  const feed = createSseParser((event) => heard.push(event))
  for (const piece of pieces) feed(piece)
  return heard
}

describe('server-sent events', () => {
  it('dispatches an event at its empty line, not before', () => {
    expect(read('event: notificacion\ndata: {"sin_leer":1}\n')).toEqual([])
    expect(read('event: notificacion\ndata: {"sin_leer":1}\n\n')).toEqual([
      { event: 'notificacion', data: '{"sin_leer":1}' },
    ])
  })

  it('ignores heartbeats, ids and unknown fields, and accepts all three line ends', () => {
    expect(read(': vivo\n\nid: 7\nretry: 10\nraro\ndata: a\n\n')).toEqual([{ event: 'message', data: 'a' }])
    expect(read('data: a\r\n\r\ndata: b\r\rdata: c\n\n').map(({ data }) => data)).toEqual(['a', 'b', 'c'])
  })

  it('joins data lines and strips only one leading space', () => {
    expect(read('data: a\ndata:  b\ndata\n\n')).toEqual([{ event: 'message', data: 'a\n b\n' }])
  })

  it('resets the name of an event without data', () => {
    expect(read('event: a\n\ndata: b\n\n')).toEqual([{ event: 'message', data: 'b' }])
  })

  it('parses the same events wherever the network cuts them', () => {
    const whole = ': vivo\r\n\r\nevent: notificacion\r\ndata: {"ñ":"€ 1"}\r\n\r\ndata: x\r\ndata: y\r\n\r\n'
    const cuts = fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 })
    fc.assert(
      fc.property(cuts, (places) => {
        const at = [0, ...places.sort((a, b) => a - b), whole.length]
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end))
        expect(read(...pieces)).toEqual(read(whole))
      }),
    )
  })
})
