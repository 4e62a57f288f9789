import { hash as digest, randomBytes } from 'node:crypto'

/** A new opaque secret, 256 random bits, and the hash under which it is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer => digest('sha256', token, 'buffer')
