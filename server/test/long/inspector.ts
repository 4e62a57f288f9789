/** Megabytes after garbage collection, in the heap and in external buffers. */
export type Living = { heap: number; buffers: number }

export type Inspector = { living: () => Promise<Living>; close: () => void }

type Usage = { usedSize?: number; backingStorageSize?: number }

/** Connects to an app started with `--inspect=127.0.0.1:<port>`. */
export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (result: Usage) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Usage }
    waiting.get(id)?.(result ?? {})
    waiting.delete(id)
  }
  let last = 0
  const ask = (method: string) =>
    new Promise<Usage>((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async living() {
      // Twice: finalizers of the first round free memory in the second.
      for (let i = 0; i < 2; i++) await ask('HeapProfiler.collectGarbage')
      const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage')
      return { heap: usedSize / 2 ** 20, buffers: backingStorageSize / 2 ** 20 }
    },
    close: () => socket.close(),
  }
}
