import { createServer } from 'node:http'

/** What `landing.ts` measures kept pages against: plain Node that answers bytes it was told once, with their headers. */
process.once('message', (told: { body: string; headers: Record<string, string> }) => {
  const body = Buffer.from(told.body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...told.headers, 'content-length': String(body.length) })
    response.end(body)
  })
  server.listen(0, 'localhost', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
})
process.once('disconnect', () => process.exit(0))
