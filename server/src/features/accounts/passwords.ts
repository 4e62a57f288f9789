import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../../platform/http/fair-queue.ts'
import { limit } from '../../platform/http/throttle.ts'

export const PASSWORD_TRIES = limit('login_cuenta', 30, 15 * 60)

// OWASP's second choice for argon2id: 19 MiB, 2 passes, 1 lane; about 13 ms here.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Verified for unknown emails, so that they take the same time as a wrong password. */
const DUMMY_HASH = hash('nadie tiene esta contraseña', OPTIONS)

/** Hashing shares its threads with files and compression. */
export const hashing = createFairQueue({ concurrency: 2, maxWaiting: 250 })

/** Of the composed form: devices differ in how they write `ü`. @throws NO_DISPONIBLE */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password.normalize('NFC'), OPTIONS))

/** Hashed before the transaction, which would hold a connection meanwhile. */
export type NewPassword = { password: string; hash: string }

/** @throws NO_DISPONIBLE */
export const newPassword = async (password: string): Promise<NewPassword> => ({
  password,
  hash: await hashPassword(password),
})

/** Older hashes are of the form in which the password was typed then. */
const formsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')])

/** Always false without a stored hash, after the same work. @throws NO_DISPONIBLE */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const expected = stored ?? (await DUMMY_HASH)
  for (const form of formsOf(password)) {
    const isRight = await hashing.run(() => verify(expected, form))
    if (isRight && stored !== undefined) return true
  }
  return false
}
