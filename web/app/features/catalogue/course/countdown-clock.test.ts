import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CountdownClock } from './countdown-clock'

/** The clock's server-rendered text. */
const words = (until: string | null) =>
  renderToStaticMarkup(createElement(CountdownClock, { until }))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the offer’s clock on the server', () => {
  it('reserves the space of an unknown time', () => {
    expect(words(null)).toBe('OFERTA EXPIRA EN: 00 días 00 horas 00 min 00 seg')
    const html = renderToStaticMarkup(createElement(CountdownClock, { until: null }))
    expect(html).toContain('role="timer"')
    expect(html, 'not shown until it is known').not.toContain('data-known')
  })

  it('shows a real promotion’s end, also without JavaScript', () => {
    expect(words('2026-11-29T00:30:00Z')).toContain('Hasta el 28 nov 2026, 19:30')
  })
})
