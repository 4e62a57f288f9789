import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { BrowserContext } from '@playwright/test'

/** The only way of a browser to the network. */
export type Line = { proxy: { server: string }; isCut: boolean; close: () => void }

const NO_AUTHENTICATION = Uint8Array.of(5, 0)
const reply = (code: number) => Uint8Array.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0)
const CONNECTED = reply(0)
const UNREACHABLE = reply(4)

/** A SOCKS proxy (RFC 1928); once it is cut, nothing that the browser sends arrives. */
export async function openLine(): Promise<Line> {
  function pass(client: Socket, asked: Buffer): void {
    if (line.isCut) return void client.end(UNREACHABLE)
    const portAt = 5 + (asked[4] ?? 0)
    const server = connect(asked.readUInt16BE(portAt), asked.toString('latin1', 5, portAt))
    server.once('connect', () => client.write(CONNECTED))
    client.on('data', (bytes) => (line.isCut ? client.destroy() : server.write(bytes)))
    server.on('error', () => client.destroy()).pipe(client)
    client.on('close', () => server.destroy())
  }
  const listener = createServer((client) => {
    client.on('error', () => client.destroy())
    client.once('data', () => {
      client.write(NO_AUTHENTICATION)
      client.once('data', (asked) => pass(client, asked as Buffer))
    })
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const server = `socks5://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const line = { proxy: { server }, isCut: false, close: () => void listener.close() }
  return line
}

/**
 * `setOffline` cuts the line, too. By itself it ends for a document as soon as the next one replaces it: what that document
 * still sends (`keepalive`) arrives at the server.
 */
export function cutWhenOffline(context: BrowserContext, line: Line): void {
  const { setOffline } = context
  context.setOffline = async (offline) => {
    if (!offline) line.isCut = false
    await setOffline.call(context, offline)
    line.isCut = offline
  }
}
