import { deviceStore } from './storage'

/** A UUID version 4; `crypto.randomUUID` is missing on pages without https. */
export function newEnvio(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const nameOf = (form: string) => `envio-${form}`

function storedFor(form: string): { envio: string; content: string } | null {
  try {
    const { envio, content } = JSON.parse(deviceStore.getItem(nameOf(form)) ?? '{}')
    return typeof envio === 'string' && typeof content === 'string' ? { envio, content } : null
  } catch {
    return null
  }
}

/**
 * The key of what a form sends: the same for the same content, also after a reload, so that a retry whose first answer was
 * lost finds what the first one made. {@link forgetEnvio} ends it.
 */
export function envioFor(form: string, content: string): string {
  const stored = storedFor(form)
  if (stored?.content === content) return stored.envio
  const envio = newEnvio()
  deviceStore.setItem(nameOf(form), JSON.stringify({ envio, content }))
  return envio
}

/** It was sent: the same content again is another one. */
export const forgetEnvio = (form: string): void => deviceStore.removeItem(nameOf(form))
