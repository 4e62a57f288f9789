/** Without the values of the failed statement. */
export type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

/** Paths and messages are untrusted: a terminal would obey their control characters. */
const plain = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')

const stackOf = (error: LoggedError | undefined): string[] =>
  error ? [...error.stack.split('\n'), ...stackOf(error.cause)] : []

type Line = {
  level: number
  time: number
  msg?: string
  req?: { method: string; url: string }
  res?: { statusCode: number }
  responseTime?: number
  err?: LoggedError
  [more: string]: unknown
}

const HIDDEN = ['pid', 'hostname', 'reqId']

export function readableLine(json: string): string {
  const { level, time, msg = '', req, res, responseTime, err, ...more } = JSON.parse(json) as Line
  const parts = [
    new Date(time).toTimeString().slice(0, 8),
    (LEVELS[level] ?? '').padEnd(5),
    msg,
    ...(req ? [req.method, req.url] : []),
    ...(res ? [res.statusCode] : []),
    ...(responseTime === undefined ? [] : [`${responseTime} ms`]),
    ...Object.entries(more)
      .filter(([name]) => !HIDDEN.includes(name))
      .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
  return [parts.join(' '), ...stackOf(err).map((text) => `    ${text.trim()}`)]
    .map((text) => `${plain(text)}\n`)
    .join('')
}
