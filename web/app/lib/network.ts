import { useEffect } from 'react'
import { create } from 'zustand'

/** `failed`: the last call got no response. `offline`: the browser reports no network. */
const useNetwork = create(() => ({ failed: false, offline: false }))

let returns = 0

if (typeof window !== 'undefined') {
  const follow = () => {
    if (navigator.onLine) returns += 1
    useNetwork.setState({ offline: !navigator.onLine })
    // A screen without calls would never see that the failure is over.
    if (useNetwork.getState().failed) void probeNetwork()
  }
  window.addEventListener('online', follow)
  window.addEventListener('offline', follow)
  follow()
}

export const networkReturns = (): number => returns

/** `began` is {@link networkReturns} at the start of the call; a failure in an outage that is over is ignored. */
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

/** Calls it each time that the server answers again; returns how to stop. */
export const onServerBack = (call: () => void): (() => void) =>
  useNetwork.subscribe((now, before) => {
    if ((before.failed || before.offline) && !now.failed && !now.offline) call()
  })

export function useOnReconnect(retry: () => unknown): void {
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
}

/** A proxy's answer for a server that is down; the server's own are JSON. */
export const isGatewayFailure = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status >= 502 && status <= 504 && !headers.has('retry-after') && !headers.get('content-type')?.includes('json')

export async function probeNetwork(): Promise<boolean> {
  const began = returns
  const answered = await fetch('/api/salud/viva').then(
    (response) => !isGatewayFailure(response),
    () => false,
  )
  reportNetwork(answered, began)
  return answered
}
