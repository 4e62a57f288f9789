/** A running program, seen through Node's inspector: what lives in its heap once the garbage is gone. */
export type Inspector = { heapMb: () => Promise<number>; close: () => void }

/** Opens the inspector of a program that was started with `--inspect=127.0.0.1:<port>`. */
export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (result: { usedSize?: number }) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { usedSize?: number } }
    waiting.get(id)?.(result ?? {})
    waiting.delete(id)
  }
  let last = 0
  const ask = (method: string) =>
    new Promise<{ usedSize?: number }>((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async heapMb() {
      // Twice: what the first round lets go of, the second one frees.
      for (let i = 0; i < 2; i++) await ask('HeapProfiler.collectGarbage')
      return ((await ask('Runtime.getHeapUsage')).usedSize ?? 0) / 2 ** 20
    },
    close: () => socket.close(),
  }
}
