import { foldText } from '@campus/contract/folding'
import { rootOf, WORD } from '@campus/contract/roots'
import type { LessonText, SearchItem } from '@campus/contract/search'
import { foldName, nameMatcher, rootsOf } from '../../lib/text-search'
import type { Match } from './suggestion'

/** The most suggestions shown of one's own, and of the catalogue below them. */
const SHOWN = 8
const OFFERED = 3

/** A feed item with its name folded, and its course. */
export type Folded = { item: SearchItem; text: string; curso: string | null; offered?: boolean }

/** Folds thousands of names once, not on each key press. */
export function foldAll(items: SearchItem[]): Folded[] {
  const courses = new Map(items.filter(({ tipo }) => tipo === 'Curso').map(({ id, nombre }) => [id, nombre]))
  return items.map((item) => ({
    item,
    text: foldName(item.nombre),
    curso: item.tipo === 'Curso' ? null : (courses.get(item.id_curso ?? 0) ?? null),
  }))
}

type CatalogueCourse = { id: number; nombre: string }

/** The courses that the student does not have. */
export function foldOffers(courses: CatalogueCourse[], own: SearchItem[]): Folded[] {
  const owned = new Set(own.filter(({ tipo }) => tipo === 'Curso').map(({ id }) => id))
  const offers = courses.filter(({ id }) => !owned.has(id))
  return offers.map(({ id, nombre }) => ({
    item: { nombre, tipo: 'Curso', id },
    text: foldName(nombre),
    curso: null,
    offered: true,
  }))
}

/** Splits a name around the first match of the typed text, or around the first word that is one of its words in the other number. */
export function emphasise(name: string, typed: string): Match['parts'] {
  const wanted = foldName(typed)
  const letters = [...name.normalize('NFC')]
  const folded = letters.map(foldText)
  // Where each letter begins in the folded text: a letter may fold to none, one or several.
  const starts = folded.map((_, index) => folded.slice(0, index).join('').length)
  const text = folded.join('')
  const roots = rootsOf(wanted)
  const hit = text.includes(wanted) ? wanted : text.match(WORD)?.find((word) => roots.includes(rootOf(word)))
  if (!hit) return [name, '', '']
  const from = text.indexOf(hit)
  const first = starts.findLastIndex((start) => start <= from)
  const next = starts.findIndex((start) => start >= from + hit.length)
  const end = next < 0 ? letters.length : next
  return [letters.slice(0, first).join(''), letters.slice(first, end).join(''), letters.slice(end).join('')]
}

/** 0 when the name begins with the text, 1 when a word does, 2 when it is elsewhere, 3 when its words are apart or in the other number, or -1. */
function rankOf(text: string, wanted: string, fits: (name: string) => boolean): number {
  const at = text.indexOf(wanted)
  if (at < 0) return fits(text) ? 3 : -1
  if (at === 0) return 0
  return text.includes(` ${wanted}`) ? 1 : 2
}

const toMatch = ({ item, curso, offered = false }: Folded, typed: string): Match => ({
  item,
  curso,
  offered,
  parts: emphasise(item.nombre, typed),
})

/** The best suggestions for the typed text, one's own before the catalogue's. */
export function findMatches(feed: Folded[], typed: string, offers: Folded[] = []): Match[] {
  const wanted = foldName(typed)
  if (!wanted) return []
  const fits = nameMatcher(typed)
  const best = (entries: Folded[], most: number) => {
    const ranked: Folded[][] = [[], [], [], []]
    for (const entry of entries) ranked[rankOf(entry.text, wanted, fits)]?.push(entry)
    return ranked.flat().slice(0, most)
  }
  return [...best(feed, SHOWN), ...best(offers, OFFERED)].map((entry) => toMatch(entry, typed))
}

/** The lessons opened last, with their course. */
export const recentMatches = (recent: SearchItem[], feed: Folded[]): Match[] =>
  recent.map((item) =>
    toMatch(
      feed.find((entry) => entry.item.tipo === 'Lección' && entry.item.id === item.id) ?? {
        item,
        text: '',
        curso: null,
      },
      '',
    ),
  )

/** Adds the lessons whose text matches, after all names. */
export function withTexts(matches: Match[], texts: LessonText[], feed: Folded[]): Match[] {
  const shown = new Set(matches.filter(({ item }) => item.tipo === 'Lección').map(({ item }) => item.id))
  const found = texts
    .filter(({ id }) => !shown.has(id))
    .map(({ extracto, ...item }): Match => {
      const curso = feed.find((entry) => entry.item.tipo === 'Lección' && entry.item.id === item.id)?.curso ?? null
      return { item, parts: [item.nombre, '', ''], curso, offered: false, extracto }
    })
  return [...matches, ...found]
}
