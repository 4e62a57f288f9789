import { afterEach, expect, it, vi } from 'vitest'
import { deviceStore, tabStore } from './storage'

afterEach(() => void vi.unstubAllGlobals())

const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

it('keeps for this page what a refused store does not take', () => {
  const refused = { get: () => full() }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...refused })
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...refused })
  for (const store of [deviceStore, tabStore]) {
    expect(store.getItem('a')).toBeNull()
    store.setItem('a', 'uno')
    expect(store.getItem('a')).toBe('uno')
    store.removeItem('a')
    expect(store.getItem('a')).toBeNull()
  }
})

it('a full store gives back the newest value, and takes over again once there is room', () => {
  const stored = new Map([['a', 'viejo']])
  const store = { setItem: full as (key: string, value: string) => void }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => store.setItem(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  deviceStore.setItem('a', 'nuevo')
  expect([deviceStore.getItem('a'), stored.get('a')]).toEqual(['nuevo', 'viejo'])
  store.setItem = (key, value) => void stored.set(key, value)
  deviceStore.setItem('a', 'último')
  stored.set('a', 'de otra pestaña')
  expect(deviceStore.getItem('a')).toBe('de otra pestaña')
  store.setItem = full
  deviceStore.setItem('a', 'nuevo')
  deviceStore.removeItem('a')
  expect([deviceStore.getItem('a'), stored.size]).toEqual([null, 0])
})
