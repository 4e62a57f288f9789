import { createHash } from 'node:crypto'
import pg from 'pg'

/** PostgreSQL keeps what it parsed and planned for each name, per connection. */
const MOST_NAMES = 1000

/** As many values as the caller has: `IN ($1, $2)`, `VALUES (...), (...)`. */
const GROWS = /\bin \(\$\d|\), \((?:\$\d|default\b)/i
const CONTROLS = /^(?:begin|commit|rollback|savepoint|release)\b/i

/** Names for statements: equal texts have equal names. Texts that come in any number, and those after the first `most`, have none. */
export function statementNames(most: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most || GROWS.test(text) || CONTROLS.test(text)) return known
    const name = `q${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
}

const nameOf = statementNames(MOST_NAMES)

/** Names what Drizzle sends, so that PostgreSQL parses and plans a statement once per connection. */
export class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg.Client has nine overloads, which this passes on
  override query(config: any, ...rest: any[]): any {
    const unnamed = typeof config === 'object' && typeof config.text === 'string' && !config.name && !config.submit
    const query = super.query as (...args: unknown[]) => unknown
    return query.call(this, unnamed ? { ...config, name: nameOf(config.text) } : config, ...rest)
  }
}
