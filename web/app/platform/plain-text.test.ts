import { describe, expect, it } from 'vitest'
import { excerpt, plainText } from './plain-text'

describe('plainText', () => {
  it.each([
    ['<p>Hola <strong>mundo</strong>.</p><p>Otra línea</p>', 'Hola mundo. Otra línea'],
    ['<ul><li>Uno</li><li>Dos</li></ul>', 'Uno Dos'],
    ['A &amp; B &lt;c&gt; &quot;d&quot; &#39;e&#39; &#xE1;&nbsp;fin', `A & B <c> "d" 'e' á fin`],
    ['&nada; &#0; &#x110000;', '&nada; &#0; &#x110000;'],
    ['', ''],
  ])('%j reads %j', (html, text) => expect(plainText(html)).toBe(text))
})

describe('excerpt', () => {
  it.each([
    ['corto', 10, 'corto'],
    ['uno dos tres cuatro', 12, 'uno dos…'],
    ['uno, dos tres', 7, 'uno…'],
    ['palabralarguísima', 8, 'palabra…'],
  ])('%j in %i characters is %j', (text, most, cut) => {
    expect(excerpt(text, most)).toBe(cut)
    expect(cut.length).toBeLessThanOrEqual(most)
  })
})
