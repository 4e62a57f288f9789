import { graphemesOf } from '@campus/contract/shorten'
import factory, { type Bidi } from 'bidi-js'
import { type Doc, type Face, type Type, typeOf, widthIn } from './faces.ts'
import type { ScriptFont } from './scripts.ts'

/** Letters that stand in one font and run in one direction; `width` is for a size of one point. */
export type Run = { text: string; type: Type; level: number; width: number }

export const isJoined = (type: Type): type is ScriptFont => 'joined' in type && type.joined

const isSame = (one: Type, other: Type) =>
  'file' in one ? 'file' in other && one.file === other.file : 'face' in other && one.face === other.face

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Whether a text runs from right to left, which its first letter says. */
export const isTurned = (text: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '')

let kept: Bidi | undefined

function bidi(): Bidi {
  // Its types take it for an ES module.
  kept ??= (factory as unknown as () => Bidi)()
  return kept
}

type Placed = { letter: string; level: number }

function lettersOf(text: string, rtl: boolean): Placed[] {
  const { levels } = bidi().getEmbeddingLevels(text, rtl ? 'rtl' : 'ltr')
  let place = 0
  return graphemesOf(text).map((letter) => {
    const level = levels[place] ?? 0
    place += letter.length
    return { letter, level }
  })
}

/** Fonts turn the letters of their own script round; what stands between them is ours to turn. */
function asTurned({ text, level }: Run): string {
  if (level % 2 === 0 || RIGHT_TO_LEFT.test(text)) return text
  const turned = graphemesOf(text).toReversed()
  return turned.map((sign) => bidi().getMirroredCharacter(sign) ?? sign).join('')
}

/** The runs of one line, in the order in which they are read. */
export function runsOf(doc: Doc, text: string, face: Face, rtl = isTurned(text)): Run[] {
  const runs: Run[] = []
  for (const { letter, level } of lettersOf(text, rtl)) {
    const last = runs.at(-1)
    // A blank between joined words stays with them, so that their font turns the whole.
    const type = letter === ' ' && last && isJoined(last.type) ? last.type : (typeOf(letter, face) ?? { face })
    if (last?.level === level && isSame(last.type, type)) last.text += letter
    else runs.push({ text: letter, type, level, width: 0 })
  }
  return runs.map((run) => {
    const shown = asTurned(run)
    return { ...run, text: shown, width: widthIn(doc, run.type, shown) }
  })
}

export const widthOf = (runs: Run[]): number => runs.reduce((sum, { width }) => sum + width, 0)

/** As they stand from left to right: each stretch of a level and above is turned, the highest first (UAX 9, L2). */
export function asSeen(runs: Run[]): Run[] {
  const seen = [...runs]
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < seen.length; from++) {
      let end = from
      while ((seen[end]?.level ?? -1) >= level) end++
      seen.splice(from, end - from, ...seen.slice(from, end).toReversed())
      from = end
    }
  return seen
}
