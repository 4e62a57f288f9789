import { useSyncExternalStore } from 'react'

/** What a visitor chose: one of the two, or what their system says. */
export type ColorScheme = 'light' | 'dark' | 'auto'

/** Mantine's own key: its script in the document's head reads it before the first paint. */
const KEY = 'mantine-color-scheme-value'
const ATTRIBUTE = 'data-mantine-color-scheme'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The choice that this device remembers. Browser only. */
export function readScheme(): ColorScheme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'auto'
  } catch {
    return 'auto'
  }
}

/** Shows a choice and remembers it; where nothing can be kept it holds for this page. */
export function chooseScheme(scheme: ColorScheme): void {
  show(scheme)
  try {
    localStorage.setItem(KEY, scheme)
  } catch {
    // Nothing can be kept here.
  }
  tell()
}

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)')

function show(scheme: ColorScheme): void {
  const system = darkSystem().matches ? 'dark' : 'light'
  const shown = scheme === 'auto' ? system : scheme
  document.documentElement.setAttribute(ATTRIBUTE, shown)
}

/** Goes along when the system or another tab changes the scheme; answers how to stop. */
export function followScheme(): () => void {
  const follow = () => {
    show(readScheme())
    tell()
  }
  const system = darkSystem()
  const onStorage = ({ key }: StorageEvent) => key === KEY && follow()
  system.addEventListener('change', follow)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', follow)
    window.removeEventListener('storage', onStorage)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the visitor chose. */
export const useScheme = (): ColorScheme => useSyncExternalStore(subscribe, readScheme, () => 'auto')
