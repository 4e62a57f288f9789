import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy to the database that a test can cut or freeze. */
export type Wire = { url: string; cut: () => void; freeze: () => void; mend: () => void }

/** Returns the database URL through the proxy. */
export async function aWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let state: 'whole' | 'cut' | 'frozen' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (state === 'whole') near.pipe(far).pipe(near)
    for (const socket of pair)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          pairs.delete(pair)
          for (const other of pair) other.destroy()
        })
    return near
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = () => {
    for (const [near] of pairs) near.destroy()
  }
  onTestFinished(() => {
    close()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    cut() {
      state = 'cut'
      close()
    },
    freeze() {
      state = 'frozen'
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.unpipe().pause()
    },
    mend() {
      state = 'whole'
      for (const [near, far] of pairs) near.pipe(far).pipe(near)
    },
  }
}
