import pino, { type DestinationStream, type LoggerOptions } from 'pino'
import { type LoggedError, readableLine } from './log-lines.ts'

/** Synchronous: at exit, an asynchronous flush never returns once the reader has gone. */
export const logDestination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 200 })
process.on('exit', () => logDestination.flush())

const REDACTED = ['*.password', '*.password_confirmation', '*.password_actual', '*.token']
const WARN = 40

const readable: DestinationStream = { write: (line) => void logDestination.write(readableLine(line)) }

export const loggerOptions = (level: string, format: 'json' | 'text') =>
  ({
    level,
    redact: REDACTED,
    stream: format === 'text' ? readable : logDestination,
    serializers: {
      // The query may contain a reset token.
      req: (request) => ({ method: request.method, url: request.url.split('?')[0], remoteAddress: request.ip }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: errorForLog,
    },
    hooks: {
      // After `kill -9` only lines below WARN are lost.
      logMethod(args, method, number) {
        method.apply(this, args)
        if (number >= WARN) logDestination.flush()
      },
    },
  }) satisfies LoggerOptions & { stream: DestinationStream }

/** The driver's message contains the values of the failed statement: mails, documents, hashes. */
function withoutValues(error: Error): { message: string; stack: string } {
  const { message, stack = '' } = error
  if (!('query' in error) || !('params' in error)) return { message, stack }
  const statement = `Failed query: ${String(error.query)}`
  return {
    message: statement,
    stack: `${error.name}: ${statement}${stack.slice(stack.indexOf(message) + message.length)}`,
  }
}

export function errorForLog(error: Error): LoggedError {
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause instanceof Error ? { cause: errorForLog(error.cause) } : {}
  return { type: error.constructor.name, ...code, ...withoutValues(error), ...cause }
}
