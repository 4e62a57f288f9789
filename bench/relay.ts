import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export type Line = {
  /** Of each connection, from the server to the browser. */
  bytesPerSecond?: number
  latencyMs?: number
  /** Of 100 pieces that the server sends, how many break the connection. */
  cutPercent?: number
}

/** Hands on what comes at the speed of the line. */
function slowed(line: () => Line): Transform {
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      const { bytesPerSecond, latencyMs = 0 } = line()
      if (bytesPerSecond || latencyMs)
        await sleep(latencyMs + (bytesPerSecond ? (chunk.length / bytesPerSecond) * 1000 : 0))
      done(null, chunk)
    },
  })
}

export type Relay = { url: string; set: (line: Line) => void; close: () => Promise<void> }

/** A TCP relay to `upstream`, whose connections can be slowed and cut. */
export async function openRelay(upstream: string): Promise<Relay> {
  const { hostname, port } = new URL(upstream)
  const open = new Set<Socket>()
  let line: Line = {}
  const server = createServer((browser) => {
    const target = connect(Number(port), hostname)
    for (const socket of [browser, target]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => {
        browser.destroy()
        target.destroy()
      })
    }
    target.on('data', () => {
      if (line.cutPercent && Math.random() * 100 < line.cutPercent) browser.resetAndDestroy()
    })
    browser.pipe(target)
    target.pipe(slowed(() => line)).pipe(browser)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      line = next
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
