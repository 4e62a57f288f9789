import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below what systems give outgoing connections, so that none takes a port between here and the program that gets it. */
const [FIRST, COUNT] = [20_000, 10_000]

async function hold(): Promise<{ port: number; probe: Server }> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const probe = createServer().listen(port, '127.0.0.1')
    const held = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (held) return { port, probe }
  }
}

/** Distinct free ports: all are held while searching. */
export async function freePorts(count: number): Promise<number[]> {
  const held: { port: number; probe: Server }[] = []
  while (held.length < count) held.push(await hold())
  await Promise.all(held.map(({ probe }) => once(probe.close(), 'close')))
  return held.map(({ port }) => port)
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0
