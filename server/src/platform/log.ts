import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import type { App } from './http/http.ts'

const FLUSH_MS = 200
const FLUSH_CHARACTERS = 16_000
/** Warnings and worse, as pino numbers them: they are written at once, whatever happens next. */
const URGENT = /^\{"level":[4-6]0/

/** More than this waits for nobody: a reader that hangs must not fill the memory. */
const MOST_WAITING = 1_000_000

/**
 * Where log lines go: collected for a moment and written together, because a write for each line of each request costs a tenth
 * of a read. Warnings and errors are written at once, and what is left when the program ends. Only `kill -9` loses the ordinary
 * lines of the last 200 ms.
 * @param write writes some of the bytes, and answers how many
 */
export function createLogStream(write: (bytes: Buffer) => number = (bytes) => writeSync(1, bytes)) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    let bytes = Buffer.from(waiting)
    waiting = ''
    try {
      while (bytes.length > 0) bytes = bytes.subarray(write(bytes))
    } catch (error) {
      // A slow reader behind a pipe gets the rest later; one that is gone wants nothing.
      const slow = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (slow && bytes.length < MOST_WAITING) waiting = bytes.toString()
    }
  }
  return {
    flush,
    write(line: string): void {
      waiting += line
      if (waiting.length > FLUSH_CHARACTERS || URGENT.test(line)) flush()
      else timer ??= setTimeout(flush, FLUSH_MS).unref()
    },
  }
}

/** What a failed statement was run with stands in its message: mails, documents, hashes. */
function withoutValues(error: Error): { message: string; stack: string } {
  const { message, stack = '' } = error
  if (!('query' in error) || !('params' in error)) return { message, stack }
  const statement = `Failed query: ${String(error.query)}`
  return {
    message: statement,
    stack: `${error.name}: ${statement}${stack.slice(stack.indexOf(message) + message.length)}`,
  }
}

type LoggedError = { type: string; message: string; stack: string; [key: string]: unknown }

/** An error as the log keeps it: what failed and where, never the values that it failed with. */
export function errorForLog(error: Error): LoggedError {
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause instanceof Error ? { cause: errorForLog(error.cause) } : {}
  return { type: error.constructor.name, ...code, ...withoutValues(error), ...cause }
}

/** The program's own log, on its standard output. */
export const logStream = createLogStream()
process.on('exit', logStream.flush)

/** What every line begins with, but for its time. */
const WHERE = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`

/** Levels at which a request is told. */
const TELLING = new Set(['info', 'debug', 'trace'])

/**
 * One line for each request, when it was answered, written as pino would: what it says has no secrets to be looked for (no
 * query, no header), and pino's way to it is a twentieth of a read.
 */
export function installLog(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    // A route whose address is a secret says so by its own level.
    if (!TELLING.has(request.log.level)) return done()
    const url = request.url.split('?', 1)[0]
    const req = { method: request.method, url, remoteAddress: request.ip }
    logStream.write(
      `{"level":30,"time":${Date.now()},${WHERE},"reqId":${JSON.stringify(request.id)},"req":${JSON.stringify(req)},"res":{"statusCode":${reply.statusCode}},"responseTime":${Math.round(reply.elapsedTime)},"msg":"request completed"}\n`,
    )
    done()
  })
}
