import { foldText } from '@campus/contract/folding'
import { rootOf, WORD } from '@campus/contract/roots'

export const foldName = (text: string): string => foldText(text).trim().replace(/\s+/g, ' ')

export const rootsOf = (folded: string): string[] => (folded.match(WORD) ?? []).map(rootOf)

/** Each typed word, its singular or its plural must occur, in any order (docs/product/learning.md 8.2). */
export function nameMatcher(typed: string): (name: string) => boolean {
  const words = foldName(typed).split(' ')
  return (name) => {
    const folded = foldName(name)
    return words.every((word) => folded.includes(word) || rootsOf(folded).includes(rootOf(word)))
  }
}
