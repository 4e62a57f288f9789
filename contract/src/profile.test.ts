import { afterEach, expect, it, vi } from 'vitest'
import { ProfileForm } from './profile.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('no one is born tomorrow, by the day of Lima', () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T02:00:00Z') })
  const takes = (fecha_nacimiento: string) => ProfileForm.safeParse({ fecha_nacimiento }).success
  expect(['2026-11-28', '2026-11-29', '1899-12-31', ''].map(takes)).toEqual([true, false, false, true])
})
