export type SseEvent = { event: string; data: string }

const LINE_END = /\r\n|\n|\r(?!$)/

/** Parses server-sent events (WHATWG HTML) from pieces cut anywhere; `EventSource` cannot send the bearer header. */
export function createSseParser(onEvent: (event: SseEvent) => void): (piece: string) => void {
  let rest = ''
  let name = ''
  let data: string[] = []

  function dispatch(): void {
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
    // A final carriage return may be half of a line end, so it waits for the next piece.
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') dispatch()
      else takeField(line)
    }
  }
}
