import { AsyncLocalStorage } from 'node:async_hooks'
import type { SQL } from 'drizzle-orm'
import { isSilence } from '../db/pulse.ts'
import type { Identity } from './http.ts'

/** How the program asks who a token belongs to. */
export type Sessions = {
  /** The token as the database knows it. */
  hashOf: (token: string) => Buffer
  /** Who a token belongs to now, or null. */
  identify: (token: string) => Promise<Identity | null>
  /**
   * One row, which says whether its last use is to be written down (`stale`), while the session of a {@link Guess} is alive
   * and still that person's, in that brand and role; else none. Its values are {@link guessValues}.
   */
  alive: SQL
  /** {@link alive} with the `version` of what the value `versiones` names (versions.ts). */
  aliveAt: SQL
  /** The row of {@link aliveAt}, or none. */
  vouch: (guess: Guess, versiones: string) => Promise<Vouched | undefined>
  /** Writes down that a session was used. */
  touch: (idAcceso: number) => Promise<void>
}

/** Who a token named when this process asked last: never trusted, only the value that `alive` is asked about. */
export type Guess = { hash: Buffer; identity: Identity }

/** A guess during one request: the first statement that it meets proves it or ends the request's first try. */
export type Proof = {
  guess: Guess
  alive: SQL
  /** Of an answer that may be kept: what it is made of, and, once proven, the version that all of it had. */
  versiones?: string
  version?: string
  state: 'open' | 'asked' | 'proven'
  stale: boolean
}

/** What the database says of a session that lives. */
export type Vouched = { stale: boolean; version?: string }

/** The values of {@link Sessions.alive}, and with `versiones` of {@link Sessions.aliveAt}. */
export const guessValues = ({ hash, identity }: Guess, versiones?: string) => ({
  sesion_hash: hash,
  sesion_usuario: identity.id,
  sesion_marca: identity.id_cliente,
  sesion_rol: identity.tipo_cliente,
  ...(versiones !== undefined && { versiones }),
})

const underWay = new AsyncLocalStorage<Proof>()

/** The guess that the next statement has to prove, once: who takes it must call {@link settle}. */
export function takeProof(): Proof | undefined {
  const proof = underWay.getStore()
  if (proof?.state !== 'open') return undefined
  proof.state = 'asked'
  return proof
}

/** The session had ended, or is somebody else's: whatever was read for it is dropped. */
export class GuessRefused extends Error {}

/** Tells what the statement said of the session: its row, or none. @throws GuessRefused */
export function settle(proof: Proof, row: Vouched | undefined): void {
  if (!row) throw new GuessRefused('the session is not what it was')
  proof.state = 'proven'
  proof.stale = row.stale
  proof.version = row.version
}

/**
 * Runs `work` with a guess that its first read proves. Answers what it answered, or threw, only when the database said in
 * that read that the session lives and is this person's; otherwise `undefined`, and nothing of it may be used.
 */
export async function underGuess<Answer>(
  proof: Proof,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer } | undefined> {
  try {
    const answer = await underWay.run(proof, work)
    return proof.state === 'proven' ? { answer } : undefined
  } catch (error) {
    // Nobody answered: asking again who this is would be waiting twice, and a 503 tells nobody anything.
    if (proof.state === 'proven' || isSilence(error)) throw error
    return undefined
  }
}

/** Guesses by token, bounded; the oldest go first. Tokens are kept as their hashes. */
export function createGuesses(most = 20_000) {
  const guesses = new Map<string, Guess>()
  const keyOf = (hash: Buffer) => hash.toString('latin1')
  return {
    find: (hash: Buffer): Guess | undefined => guesses.get(keyOf(hash)),
    keep(hash: Buffer, identity: Identity): void {
      const [oldest] = guesses.size >= most ? guesses.keys() : []
      if (oldest !== undefined) guesses.delete(oldest)
      guesses.set(keyOf(hash), { hash, identity: Object.freeze({ ...identity }) })
    },
    forget: (hash: Buffer): void => void guesses.delete(keyOf(hash)),
  }
}

/** What {@link createGuesses} makes. */
export type Guesses = ReturnType<typeof createGuesses>
