import pino, { type DestinationStream, type LoggerOptions } from 'pino'
import { type LoggedError, readableLine } from './log-lines.ts'

/** Synchronous: the asynchronous destination never returns from its flush at exit once the reader has gone. */
export const logDestination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 200 })
process.on('exit', () => logDestination.flush())

const REDACTED = ['*.password', '*.password_confirmation', '*.password_actual', '*.token']
const WARN = 40

/** Lines for a person, with all that `logDestination` promises. */
const readable: DestinationStream = { write: (line) => void logDestination.write(readableLine(line)) }

export const loggerOptions = (level: string, format: 'json' | 'text') =>
  ({
    level,
    redact: REDACTED,
    stream: format === 'text' ? readable : logDestination,
    serializers: {
      // A reset link's token is in the query: it must not reach the log.
      req: (request) => ({ method: request.method, url: request.url.split('?')[0], remoteAddress: request.ip }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: errorForLog,
    },
    hooks: {
      // `kill -9` loses the last lines, but no warning and no error.
      logMethod(args, method, number) {
        method.apply(this, args)
        if (number >= WARN) logDestination.flush()
      },
    },
  }) satisfies LoggerOptions & { stream: DestinationStream }

/** The driver puts a failed statement's values into its message: mails, documents, hashes. */
function withoutValues(error: Error): { message: string; stack: string } {
  const { message, stack = '' } = error
  if (!('query' in error) || !('params' in error)) return { message, stack }
  const statement = `Failed query: ${String(error.query)}`
  return {
    message: statement,
    stack: `${error.name}: ${statement}${stack.slice(stack.indexOf(message) + message.length)}`,
  }
}

/** An error without the values that it failed with. */
export function errorForLog(error: Error): LoggedError {
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause instanceof Error ? { cause: errorForLog(error.cause) } : {}
  return { type: error.constructor.name, ...code, ...withoutValues(error), ...cause }
}
