import { foldText } from '@campus/contract/rules'

export const foldName = (text: string): string => foldText(text).trim().replace(/\s+/g, ' ')

/** Each typed word must occur, in any order (docs/product/learning.md 8.2). */
export function nameMatcher(typed: string): (name: string) => boolean {
  const words = foldName(typed).split(' ')
  return (name) => {
    const folded = foldName(name)
    return words.every((word) => folded.includes(word))
  }
}
