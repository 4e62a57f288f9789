import { useWindowEvent } from '@mantine/hooks'
import { create } from 'zustand'

/** `failed`: the last call got no response. `offline`: the browser reports no network. */
const useNetwork = create(() => ({ failed: false, offline: false }))

let returns = 0

if (typeof window !== 'undefined') {
  const follow = () => {
    if (navigator.onLine) returns += 1
    useNetwork.setState({ offline: !navigator.onLine })
    // A screen without calls of its own would never learn that the last one's failure is over.
    if (useNetwork.getState().failed) void probeNetwork()
  }
  window.addEventListener('online', follow)
  window.addEventListener('offline', follow)
  follow()
}

/** How often the network has come back. */
export const networkReturns = (): number => returns

/** `began`: the {@link networkReturns} when the call began; one that failed in an outage that is over says nothing. */
export function reportNetwork(answered: boolean, began: number): void {
  if (answered || began === returns) useNetwork.setState({ failed: !answered })
  else void probeNetwork()
}

export const useOffline = (): boolean => useNetwork(({ failed, offline }) => failed || offline)

/** For background parts: a module requested while offline fails until the page is reloaded, unless the worker has it. */
export const whenOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (import.meta.env.SSR || navigator.onLine || navigator.serviceWorker?.controller) resolve()
    else window.addEventListener('online', () => resolve(), { once: true })
  })

/** Repeats what failed once the network is back, without a tap. */
export function useOnReconnect(retry: () => unknown): void {
  useWindowEvent('online', retry)
}

/** Whether the server answers. */
export async function probeNetwork(): Promise<boolean> {
  const began = returns
  const answered = await fetch('/api/salud/viva').then(
    () => true,
    () => false,
  )
  reportNetwork(answered, began)
  return answered
}
