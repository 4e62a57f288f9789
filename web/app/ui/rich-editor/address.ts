const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/

/** Whether the server keeps a link to it (`server/src/platform/html.ts`): https and mail alone. */
export const isLinkAddress = (address: string): boolean => /^(https:\/\/[^\s/]|mailto:[^\s])/i.test(address)

/** Whether the server keeps a picture from it: https or the campus itself. */
export const isPictureAddress = (address: string): boolean => /^(https:\/\/|\/(?!\/))/i.test(address)

/** What somebody typed as an address: `campus.pe` is `https://campus.pe`, a mail is `mailto:`; null when it is none. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  if (MAIL.test(text)) return `mailto:${text}`
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]\S*)?$/u.test(text) ? `https://${text}` : null
}
