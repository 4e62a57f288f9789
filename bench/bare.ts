import { createServer } from 'node:http'
import { openDatabase } from '../server/src/platform/database.ts'

/** What the calls of `api.ts` are measured against: plain Node, one prepared query on an index, nothing else. */
const { sql } = openDatabase(process.env.DATABASE_URL ?? '', { name: 'bare' })

const server = createServer(async (request, response) => {
  const student = Number(request.url?.slice(1))
  const data = await sql`
    SELECT id, id_usuario, id_curso, fecha_matricula, fecha_vencimiento, estado
    FROM matriculas WHERE id_usuario = ${student}`
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ data }))
})

server.listen(0, 'localhost', () => {
  const address = server.address()
  if (typeof address === 'object' && address) console.log(address.port)
})
