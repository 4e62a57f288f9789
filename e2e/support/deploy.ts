import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ASSETS = fileURLToPath(new URL('../../web/build/client/assets', import.meta.url))
const FILE = /[\w.-]+\.(?:js|css)\b/g
const INLINE = /<script[^>]*>([\s\S]+?)<\/script>/g
const NEXT = '-nueva'

const digest = (script: string) => createHash('sha256').update(script).digest('base64')

export type Deployed = {
  url: string
  /** From now on every program file has another name, and those of before are gone, as after a build that changed all. */
  deploy: () => void
  /** Whether this text names files of the version that was deployed. */
  isNew: (text: string) => boolean
  close: () => Promise<void>
}

/** The running application at an address of its own, where its next version can be deployed in no time. */
export async function deployable(upstream: string): Promise<Deployed> {
  const built = new Set(readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name)))
  const { host, hostname, port } = new URL(upstream)
  let deployed = false
  const renamed = (body: string) =>
    body.replace(FILE, (name) => (built.has(name) ? name.replace(/\.\w+$/, `${NEXT}$&`) : name))

  async function pass(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'content-length': length, etag, ...headers } = answer.headers
    const type = headers['content-type'] ?? ''
    if (!deployed || !/html|javascript|css|x-script/.test(type)) {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
      return
    }
    const body = await text(answer)
    let policy = String(headers['content-security-policy'] ?? '')
    for (const [, script = ''] of body.matchAll(INLINE))
      policy = policy.replace(digest(script), digest(renamed(script)))
    if (policy) headers['content-security-policy'] = policy
    response.writeHead(answer.statusCode ?? 500, headers).end(renamed(body))
  }

  const server = createServer((asked, response) => {
    const path = asked.url ?? '/'
    const isOld = deployed && built.has(path.replace('/assets/', ''))
    const { 'if-none-match': known, ...headers } = asked.headers
    const options = {
      hostname,
      port,
      method: asked.method,
      path: isOld ? '/assets/de-antes.js' : path.replace(NEXT, ''),
      headers: { ...headers, host, 'accept-encoding': 'identity' },
    }
    const passed = request(options, (answer) => void pass(answer, response))
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      deployed = true
    },
    isNew: (body) => body.includes(`${NEXT}.js`),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
