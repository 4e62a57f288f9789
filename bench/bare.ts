import { createServer } from 'node:http'
import { openDatabase } from '../server/src/platform/db/database.ts'
import type { Sent } from './queries.ts'

/**
 * What the calls of `api.ts` are measured against: plain Node, one prepared query on an index, nothing else. Under `/own` it sends
 * the statements that it was told last, those of the call itself, and answers their rows as they come: no session, no access, no
 * allow-list of fields, no header.
 */
const { sql } = openDatabase(process.env.DATABASE_URL ?? '', { name: 'bare' })
let own: Sent[] = []

async function read(path: string): Promise<object> {
  if (path === '/own') {
    let rows: object = []
    for (const { text, values } of own) rows = await sql.unsafe(text, values, { prepare: true })
    return rows
  }
  const student = Number(path.slice(1))
  return sql`
    SELECT id, id_usuario, id_curso, fecha_matricula, fecha_vencimiento, estado
    FROM matriculas WHERE id_usuario = ${student}`
}

const server = createServer(async (request, response) => {
  const data = await read(request.url ?? '')
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ data }))
})

process.on('message', (told: Sent[]) => {
  own = told
  process.send?.('told')
})
process.once('disconnect', () => process.exit(0))
server.listen(0, 'localhost', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  // Who does not talk to it reads its output.
  if (process.send) process.send(port)
  else console.log(port)
})
