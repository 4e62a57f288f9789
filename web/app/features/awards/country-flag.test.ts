import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CountryFlag } from './country-flag'

const drawn = (code: string) => renderToStaticMarkup(createElement(CountryFlag, { code }))

it.each([
  ['PE', 'Perú'],
  ['CO', 'Colombia'],
  ['MX', 'México'],
  ['DO', 'República Dominicana'],
  ['US', 'Estados Unidos'],
])('draws the flag of %s and names it %s', (code, name) => {
  expect(drawn(code)).toMatch(/^<svg [^>]*viewBox="[^"]+"/)
  expect(drawn(code)).toContain(`role="img" aria-label="${name}"`)
})

it.each(['JP', 'XX', '__proto__', ''])('shows the letters of a country without a flag: %s', (code) => {
  expect(drawn(code)).toMatch(new RegExp(`^<span [^>]*title="${code}">${code}</span>$`))
})
