import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const huellaOf = (token: string) => createHash('sha256').update(token).digest('hex')
const end = (huella: unknown) => t.call('POST', '/api/logout/huella', { body: { huella } })
const works = async (token: string) => (await t.call('GET', '/api/accesos', { token })).status === 200

it('the hash of a token ends its session, and no other of the same person', async () => {
  const { id } = await aPerson(t.deps.db)
  const [left, opened] = [await t.tokenOf(id), await t.tokenOf(id)]
  expect((await end(huellaOf(left))).status).toBe(200)
  expect([await works(left), await works(opened)]).toEqual([false, true])
  // Again, or of no session: what is ended is ended.
  expect((await end(huellaOf(left))).status).toBe(200)
})

it('the hash of a token opens nothing, and what is no hash ends nothing', async () => {
  const { id } = await aPerson(t.deps.db)
  const token = await t.tokenOf(id)
  expect(await works(huellaOf(token))).toBe(false)
  expect((await end('abc')).status).toBe(422)
  expect(await works(token)).toBe(true)
})
