/** One server-sent event. */
export type SseEvent = { event: string; data: string }

const LINE_END = /\r\n|\n|\r(?!$)/

/**
 * Reads a stream of server-sent events (WHATWG HTML, "Server-sent events") that arrives in pieces cut anywhere;
 * `EventSource` cannot be used because it sends no bearer header. Comments, ids and `retry` are passed over, and an
 * event that the end of the stream cut off is never told.
 */
export function createSseParser(onEvent: (event: SseEvent) => void): (piece: string) => void {
  let rest = ''
  let name = ''
  let data: string[] = []

  function tell(): void {
    if (data.length > 0) onEvent({ event: name || 'message', data: data.join('\n') })
    name = ''
    data = []
  }

  function takeField(line: string): void {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }

  return (piece) => {
    const lines = (rest + piece).split(LINE_END)
    // A carriage return at the very end may be half of a line end: it waits for the next piece.
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') tell()
      else takeField(line)
    }
  }
}
