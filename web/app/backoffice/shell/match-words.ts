const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether a text contains every word, in any order, whatever their case and accents. */
export function matchesWords(text: string, typed: string): boolean {
  const where = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
