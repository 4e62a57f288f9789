import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { seal, unseal } from './key-file.ts'

const aKey = () => ({ id: '1', bytes: randomBytes(32) })

it('opens what was sealed with the same key and name, unchanged', () => {
  const key = aKey()
  const sealed = seal(key, 'correo', 'clave de Ñusta')
  expect(unseal(key, 'correo', sealed)).toBe('clave de Ñusta')
  expect(seal(key, 'correo', 'clave de Ñusta')).not.toEqual(sealed)
  expect(unseal(aKey(), 'correo', sealed)).toBeNull()
  expect(unseal(key, 'mercadopago', sealed)).toBeNull()
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(key, 'correo', changed)).toBeNull()
  }
  expect(unseal(key, 'correo', Buffer.alloc(0))).toBeNull()
})
