import { describe, expect, it } from 'vitest'
import { useApp } from '../../test/harness.ts'

const t = useApp()

describe('GET /api/storage/imagenes/{nombre}', () => {
  it('gives a picture that may be kept for ever', async () => {
    const bytes = Buffer.from('una imagen')
    const key = await t.deps.storage.putVariants('imagenes', bytes, [{ suffix: '320', extension: 'webp', bytes }])
    const answer = await t.call('GET', `/api/storage/${key}`)
    expect(answer.status).toBe(200)
    expect(answer.raw).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it('knows nothing else', async () => {
    for (const name of ['nada.webp', 'nada.svg', `${'0'.repeat(64)}-320.webp`, '..%2f..%2fetc%2fpasswd']) {
      const answer = await t.call('GET', `/api/storage/imagenes/${name}`)
      expect(answer, name).toMatchObject({ status: 404, body: { mensaje: 'No encontramos lo que buscas.' } })
    }
  })
})
