import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Picture } from './picture'

const html = (src: string | null, alt = 'Portada') =>
  renderToStaticMarkup(createElement(Picture, { src, alt, ratio: 16 / 9, sizes: '320px' }))

describe('a picture', () => {
  it.each(['imagenes', 'fotos'])(
    'of the storage (%s) comes in the sizes that are stored, its place known beforehand',
    (area) => {
      const stem = `/api/storage/${area}/${'a'.repeat(64)}`
      const shown = html(`${stem}-1280.webp`)
      expect(shown).toContain(`${stem}-320.avif 320w, ${stem}-640.avif 640w, ${stem}-1280.avif 1280w`)
      expect(shown).toContain(`src="${stem}-1280.webp"`)
      expect(shown).toContain('width="1280" height="720"')
    },
  )

  it('with an absolute address is not changed', () => {
    const shown = html('https://imagenes.pe/a.jpg')
    expect(shown).toContain('src="https://imagenes.pe/a.jpg"')
    expect(shown).not.toContain('<source')
    expect(shown).not.toContain('srcSet')
  })

  it('that is missing leaves a drawn default in its place, with its words', () => {
    expect(html(null)).toMatch(/class="_cover\w*" style="aspect-ratio:[\d.]+" role="img" aria-label="Portada"/)
    expect(html('', '')).toMatch(/class="_cover\w*" .*aria-hidden="true"/)
    expect(html(null)).not.toContain('<img')
  })
})
