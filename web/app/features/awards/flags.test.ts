import { describe, expect, it } from 'vitest'
import { FLAGS, stripesOf } from './flags'

describe('the flags', () => {
  it.each(['PE', 'CO', 'MX', 'CL', 'EC', 'BO', 'AR', 'UY', 'CR'])('have that of %s', (code) => {
    expect(FLAGS[code]?.name).toMatch(/\p{L}/u)
  })

  it.each(Object.entries(FLAGS))('of %s is covered whole', (_, flag) => {
    const stripes = stripesOf(flag)
    const last = stripes.at(-1)
    expect((last?.at ?? 0) + (last?.size ?? 0)).toBeCloseTo(flag.from === 'top' ? 20 : 30)
    expect(stripes[0]?.at).toBe(0)
  })

  it('give a wide stripe its share', () => {
    expect(FLAGS.CO && stripesOf(FLAGS.CO)).toEqual([
      { colour: '#fcd116', at: 0, size: 10 },
      { colour: '#003893', at: 10, size: 5 },
      { colour: '#ce1126', at: 15, size: 5 },
    ])
  })
})
