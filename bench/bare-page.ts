/** A static server in plain Node, where nginx is not installed: it returns the bytes of its first message. */
import { createServer } from 'node:http'

process.once('message', (page: { body: string; headers: Record<string, string> }) => {
  const body = Buffer.from(page.body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...page.headers, 'content-length': String(body.length) })
    response.end(body)
  })
  server.listen(0, 'localhost', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
})
process.once('disconnect', () => process.exit(0))
