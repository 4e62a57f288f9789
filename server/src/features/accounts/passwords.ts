import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../platform/http/failures.ts'

// argon2id is the library's default; OWASP's second choice: 19 MiB, 2 passes, 1 lane; about 13 ms here (safety.md section 3).
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password matches, so that an unknown mail costs the same time as a wrong password. */
const NOBODY = hash('nadie tiene esta contraseña', OPTIONS)

/** So many at once: they take the threads that files and compression want too. */
const AT_ONCE = 2
/** So many wait, about two seconds' worth: a whole school that comes in at eight is fewer. */
const WAITING = 250

const queue: (() => void)[] = []
let running = 0

/** Takes its turn among all that is worked out of passwords. @throws DEMASIADOS_INTENTOS when too many wait already */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw fail('DEMASIADOS_INTENTOS', { retryAfter: 3 })
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    // The place goes from hand to hand.
    if (next) next()
    else running -= 1
  }
}

/** argon2id hash of a password. @throws DEMASIADOS_INTENTOS */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

/** A password that is to be set, with its hash: that is made before a transaction, which would hold a connection meanwhile. */
export type NewPassword = { password: string; hash: string }

/** @throws DEMASIADOS_INTENTOS */
export const newPassword = async (password: string): Promise<NewPassword> => ({
  password,
  hash: await hashPassword(password),
})

/** Checks a password; without a hash it does the same work and says no. @throws DEMASIADOS_INTENTOS */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await NOBODY)
  const right = await inTurn(() => verify(known, password))
  return right && stored !== undefined
}
