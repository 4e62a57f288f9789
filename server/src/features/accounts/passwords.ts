import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../platform/http/failures.ts'
import { limit } from '../../platform/http/throttle.ts'

export const PASSWORD_TRIES = limit('login_cuenta', 30, 15 * 60)

// OWASP's second choice for argon2id: 19 MiB, 2 passes, 1 lane; about 13 ms here.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Verified for unknown emails, so that they take the same time as a wrong password. */
const DUMMY_HASH = hash('nadie tiene esta contraseña', OPTIONS)

/** Hashing shares its threads with files and compression. */
const MAX_RUNNING = 2
const MAX_QUEUED = 250

const queue: (() => void)[] = []
let running = 0

/** Limits concurrent hashing. @throws DEMASIADOS_INTENTOS when the queue is full */
export async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (queue.length >= MAX_QUEUED) throw fail('DEMASIADOS_INTENTOS', { retryAfter: 3 })
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

/** Of the composed form: devices differ in how they write `ü`. @throws DEMASIADOS_INTENTOS */
export const hashPassword = (password: string): Promise<string> =>
  withSlot(() => hash(password.normalize('NFC'), OPTIONS))

/** Hashed before the transaction, which would hold a connection meanwhile. */
export type NewPassword = { password: string; hash: string }

/** @throws DEMASIADOS_INTENTOS */
export const newPassword = async (password: string): Promise<NewPassword> => ({
  password,
  hash: await hashPassword(password),
})

/** Older hashes are of the form in which the password was typed then. */
const formsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')])

/** Always false without a stored hash, after the same work. @throws DEMASIADOS_INTENTOS */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const expected = stored ?? (await DUMMY_HASH)
  for (const form of formsOf(password)) {
    const isRight = await withSlot(() => verify(expected, form))
    if (isRight && stored !== undefined) return true
  }
  return false
}
