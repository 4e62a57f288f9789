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
  it('begins with its whole time, and leaves a real promotion’s to the browser, which has a clock', () => {
    expect(words(null)).toMatch(/^OFERTA EXPIRA EN: 00 días 01 horas 20 min 30 seg/)
    const html = renderToStaticMarkup(createElement(CountdownClock, { until: '2026-11-29T00:30:00Z' }))
    expect(html).toContain('role="timer"')
    expect(html, 'not shown until it is known').not.toContain('data-known="true"')
  })

  it('shows a real promotion’s end, also without JavaScript', () => {
    expect(words('2026-11-29T00:30:00Z')).toContain('Hasta el 28 nov 2026, 19:30')
  })
})
