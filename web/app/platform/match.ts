import { foldText } from '@campus/contract/rules'

/** What is typed or named, without case, accents and needless spaces. */
export const foldName = (text: string): string => foldText(text).trim().replace(/\s+/g, ' ')

/**
 * Whether a name has what was typed: each word, in any order, without regard to case or accents (storefront.md
 * section 2). Nothing typed fits every name. The typed words are folded once, so that a long list stays instant.
 */
export function nameMatcher(typed: string): (name: string) => boolean {
  const words = foldName(typed).split(' ')
  return (name) => {
    const folded = foldName(name)
    return words.every((word) => folded.includes(word))
  }
}
