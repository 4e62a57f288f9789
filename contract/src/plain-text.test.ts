import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'
import { isBlank } from './texts.ts'

describe('plainText', () => {
  it.each([
    ['<p>Hola <strong>mundo</strong>.</p><p>Otra línea</p>', 'Hola mundo. Otra línea'],
    ['<ul><li>Uno</li><li>Dos</li></ul>', 'Uno Dos'],
    ['A &amp; B &lt;c&gt; &quot;d&quot; &#39;e&#39; &#xE1;&nbsp;fin', `A & B <c> "d" 'e' á fin`],
    ['&nada; &#0; &#x110000;', '&nada; &#0; &#x110000;'],
    ['un pe<b>daci</b>to, <em>así</em>', 'un pedacito, así'],
    ['antes<br>en medio<br />después<hr />fin', 'antes en medio después fin'],
    ['<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>', 'a b c'],
    ['<a href="/x?a=1&amp;b=2" title="1 &gt; 0">ver</a> <img src="/f.png" alt="foto">más', 'ver más'],
    ['&amp;lt;p&amp;gt; se escribe &lt;p&gt;', '&lt;p&gt; se escribe <p>'],
    ['', ''],
  ])('%j reads %j', (html, text) => expect(plainText(html)).toBe(text))
})

describe('isBlank', () => {
  it.each(['', '<p></p>', '<p>&nbsp; </p>', '<ul><li><p></p></li></ul>', '<p><br></p><hr>', '<p>\u200b\u2800</p>'])(
    '%j is',
    (html) => expect(isBlank(html)).toBe(true),
  )
  it.each(['a', '<p>&lt;</p>', '<p><img src="/x.webp" alt=""></p>'])('%j is not', (html) =>
    expect(isBlank(html)).toBe(false),
  )
})
