import type { FastifyReply, FastifyRequest } from 'fastify'
import { remembered } from '../db/remembered.ts'
import { encodingFor } from '../pages/page-body.ts'
import { createKeptAnswers, type Keeps, type Kept, keysOf } from './kept.ts'
import type { Guess, Proof, Sessions } from './proof.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** What was kept for a request, beside the version that it would have now. */
export type Known = { kept: Kept; version: string }

/** A text in memory of its own: a short one would else keep the eight kilobytes that it shares with others. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** Addresses that are signed tell the time. */
const timeless = (body: Buffer) => body.toString().replaceAll(/vence=\d+&firma=[\w-]+/g, '')

export type KeepingOptions = {
  /** Most memory for them, in megabytes; 0 keeps none. */
  mb: number
  /**
   * Each is worked out all the same, and one that is not what it would be is an error: so that API tests prove each time
   * that nothing was forgotten of what an answer is made of.
   */
  checked?: boolean
}

const encodingOf = remembered(encodingFor)

/** Answers of routes that `keeps`, told again while nothing that they are made of has changed. */
export function createKeeping(sessions: Sessions, { mb, checked = false }: KeepingOptions) {
  const answers = createKeptAnswers(mb * 1024 * 1024)

  /** @throws Error when what was kept is not what is now, though nothing that it is made of changed */
  async function compare(request: FastifyRequest, guess: Guess, { kept, version }: Known, body: Buffer): Promise<void> {
    if (version !== kept.version || timeless(body) === timeless(kept.body)) return
    // It may have changed between the two readings.
    const now = await sessions.vouch(guess, kept.keys)
    if (now?.version === version) throw new Error(`the kept answer of ${request.url} is not what it would be now`)
  }

  return {
    clear: answers.clear,
    /** The answer of before, if there is one. */
    find(request: FastifyRequest, guess: Guess): Kept | undefined {
      const { keeps } = request.routeOptions.config
      const key = keeps && answers.keyOf(guess.identity, request, keeps)
      return key ? answers.find(key) : undefined
    },
    /** Lets the statement that proves a guess also say the version of what the answer is made of. */
    prepare(request: FastifyRequest, proof: Proof, keeps: Keeps): void {
      if (mb === 0) return
      proof.versiones = keysOf(keeps, proof.guess.identity, request)
      proof.alive = sessions.aliveAt
    },
    /** Sends what was kept, if it is so still; else the request knows what it would be kept by. */
    async tell(request: FastifyRequest, reply: FastifyReply, kept: Kept, version: string): Promise<boolean> {
      if (version !== kept.version || checked) {
        request.known = { kept, version }
        return false
      }
      reply.header('content-type', JSON_TYPE)
      const encoding = kept.compress && encodingOf(request.headers['accept-encoding'] ?? '')
      if (!encoding || !kept.compress) reply.send(kept.body)
      else {
        const bytes = await kept.compress(encoding)
        reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' }).send(bytes)
      }
      return true
    },
    /** Writes an answer as JSON and keeps it, if its version is known; else leaves it as it is. */
    async keep(
      request: FastifyRequest,
      reply: FastifyReply,
      answer: unknown,
      guess: Guess,
      proof?: Proof,
    ): Promise<unknown> {
      const { keeps } = request.routeOptions.config
      const { known } = request
      const keys = known?.kept.keys ?? proof?.versiones
      const version = known?.version ?? proof?.version
      const key = keeps && answers.keyOf(guess.identity, request, keeps)
      if (!key || keys === undefined || version === undefined || reply.statusCode !== 200) return answer
      const body = ownBytes(String(reply.serialize(answer)))
      if (checked && known) await compare(request, guess, known, body)
      answers.keep(key, body, { keys, version }, keeps.seconds)
      reply.header('content-type', JSON_TYPE)
      return body
    },
  }
}

/** What {@link createKeeping} makes. */
export type Keeping = ReturnType<typeof createKeeping>
