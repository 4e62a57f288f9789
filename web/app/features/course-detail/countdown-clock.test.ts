import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CountdownClock } from './countdown-clock'

/** The words of the clock as the server sends them. */
const words = (until: string | null) =>
  renderToStaticMarkup(createElement(CountdownClock, { until }))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the offer’s clock on the server', () => {
  it('keeps the place of a time that it cannot know', () => {
    expect(words(null)).toBe('OFERTA EXPIRA EN: 00 días 00 horas 00 min 00 seg')
    const html = renderToStaticMarkup(createElement(CountdownClock, { until: null }))
    expect(html).toContain('role="timer"')
    expect(html, 'not shown until it is known').not.toContain('data-known')
  })

  it('says a real promotion’s end, for who has no JavaScript too', () => {
    expect(words('2026-11-29T00:30:00Z')).toContain('Hasta el 28 nov 2026, 19:30')
  })
})
