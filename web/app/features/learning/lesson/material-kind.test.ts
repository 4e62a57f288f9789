import { describe, expect, it } from 'vitest'
import { fileFacts, formatBytes, hostOf, kindOf } from './material-kind'

describe('kindOf', () => {
  it.each([
    ['Enlace', null, 'link'],
    ['Texto', null, 'text'],
    ['Archivo', 'application/pdf', 'pdf'],
    ['Archivo', 'image/png', 'image'],
    ['Archivo', 'image/webp', 'image'],
    ['Archivo', 'image/jpeg', 'image'],
    ['Archivo', 'image/gif', 'image'],
    ['Archivo', 'image/svg+xml', 'download'],
    ['Archivo', 'text/html', 'download'],
    ['Archivo', null, 'download'],
    ['Otro', 'application/pdf', 'download'],
  ] as const)('%s of %s is shown as %s', (tipo, formato, kind) => expect(kindOf({ tipo, formato })).toBe(kind))
})

describe('fileFacts', () => {
  it('names the format and the size', () => {
    expect(fileFacts({ formato: 'application/pdf', tamano: 19_410 })).toBe('PDF · 19 KB')
    expect(fileFacts({ formato: 'text/plain; charset=utf-8', tamano: 820 })).toBe('Texto · 820 B')
    expect(fileFacts({ formato: 'application/x-odd', tamano: null })).toBe('Archivo')
    expect(formatBytes(1_449_000)).toBe('1.4 MB')
    expect(formatBytes(999_600)).toBe('1 MB')
  })
})

describe('hostOf', () => {
  it('shows where a link leads and trusts only web addresses', () => {
    expect(hostOf('https://www.blender.org/a?b')).toBe('blender.org')
    expect(hostOf('javascript:alert(1)')).toBe('')
    expect(hostOf(null)).toBe('')
  })
})
