import { create } from 'zustand'

/** Chromium only; in no standard. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const useOffer = create<{ offer: InstallPrompt | null }>(() => ({ offer: null }))

if (typeof window !== 'undefined') {
  // Deferred: the user's menu offers it instead of the browser's bar.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useOffer.setState({ offer: event as InstallPrompt })
  })
  window.addEventListener('appinstalled', () => useOffer.setState({ offer: null }))
}

/** Safari on iOS has no install event; `standalone` is false in a browser tab. */
const isUninstalledOnIos = () =>
  typeof navigator !== 'undefined' && (navigator as { standalone?: boolean }).standalone === false

export function useInstall(): { install: (() => void) | null; byHand: boolean } {
  const { offer } = useOffer()
  const install = offer && (() => void offer.prompt().finally(() => useOffer.setState({ offer: null })))
  return { install, byHand: isUninstalledOnIos() }
}
