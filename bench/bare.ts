/** The yardstick of api.ts: plain Node, one prepared query on an index, nothing else. */
import { createServer } from 'node:http'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const text = `SELECT id, id_usuario, id_curso, fecha_matricula, fecha_vencimiento, estado
  FROM matriculas WHERE id_usuario = $1`

const server = createServer(async (request, response) => {
  const student = Number(request.url?.slice(1))
  const { rows } = await pool.query({ name: 'enrolments', text, values: [student] })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ data: rows }))
})

process.once('disconnect', () => process.exit(0))
server.listen(0, 'localhost', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
