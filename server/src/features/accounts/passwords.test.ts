import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkPassword, hashing } from './passwords.ts'

it('of an unknown account every form is compared, also of the placeholder that replaces its own', async () => {
  // The hash of that password is ready afterwards.
  expect(await checkPassword(undefined, 'x')).toBe(false)
  const gate = () => Promise.withResolvers<void>()
  const [other, first, behind, begun] = [gate(), gate(), gate(), gate()]
  const busy = [other, first].map(({ promise }) => hashing.run(() => promise))
  let compared = false
  const checking = checkPassword(undefined, 'nadie tiene esta contraseña').finally(() => {
    compared = true
  })
  await nextTurn()
  const last = hashing.run(() => {
    begun.resolve()
    return behind.promise
  })
  // Its first form is compared, and the next waits behind this one.
  first.resolve()
  await begun.promise
  await nextTurn()
  expect(compared).toBe(false)
  for (const { resolve } of [other, behind]) resolve()
  expect(await checking).toBe(false)
  await Promise.all([...busy, last])
})
