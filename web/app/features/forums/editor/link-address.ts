const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/

/** The server allows only https, mail and telephone links (`server/src/features/html/html.ts`). */
export const isLinkAddress = (address: string): boolean =>
  /^(https:\/\/[^\s/]|mailto:[^\s]|tel:\+?[0-9])/i.test(address)

/** The server allows only pictures by https or of its own. */
export const isPictureAddress = (address: string): boolean => /^(https:\/\/|\/(?!\/))/i.test(address)

/** `campus.pe` is `https://campus.pe`, a mail is `mailto:`; null when the text is no address. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  if (MAIL.test(text)) return `mailto:${text}`
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]\S*)?$/u.test(text) ? `https://${text}` : null
}
