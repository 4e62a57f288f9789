import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default; OWASP's second choice: 19 MiB, 2 passes, 1 lane; about 13 ms here (safety.md section 3).
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password matches, so that an unknown mail costs the same time as a wrong password. */
const NOBODY = hash('nadie tiene esta contraseña', OPTIONS)

/** argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Checks a password; without a hash it does the same work and says no. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await NOBODY), password)
  return right && stored !== undefined
}
