import { rootOf, WORD } from '@campus/contract/roots'
import { foldText } from '@campus/contract/rules'
import type { LessonText, SearchItem } from '@campus/contract/search'
import { foldName, rootsOf } from '../../lib/match'
import { coursePath, forumPath, lessonPath, modulesPath } from '../../lib/paths'

/** The most suggestions shown of one's own, and of the catalogue below them. */
const SHOWN = 8
const OFFERED = 3

/** A feed item with its name folded, the roots of its words, and its course. */
export type Folded = { item: SearchItem; text: string; roots: string[]; curso: string | null; offered?: boolean }

/** A suggestion; `parts` are the name before, in and after the match. */
export type Match = {
  item: SearchItem
  parts: [before: string, hit: string, after: string]
  curso: string | null
  /** A course of the catalogue that one does not have. */
  offered: boolean
  /** Where the text of a lesson has what was typed. */
  extracto?: string
}

const foldedName = (name: string) => {
  const text = foldName(name)
  return { text, roots: rootsOf(text) }
}

/** Folds thousands of names once, not on each key press. */
export function foldAll(items: SearchItem[]): Folded[] {
  const courses = new Map(items.filter(({ tipo }) => tipo === 'Curso').map(({ id, nombre }) => [id, nombre]))
  return items.map((item) => ({
    item,
    ...foldedName(item.nombre),
    curso: item.tipo === 'Curso' ? null : (courses.get(item.id_curso ?? 0) ?? null),
  }))
}

type CatalogueCourse = { id: number; nombre: string }

/** The courses that the student does not have. */
export function foldOffers(courses: CatalogueCourse[], own: SearchItem[]): Folded[] {
  const owned = new Set(own.filter(({ tipo }) => tipo === 'Curso').map(({ id }) => id))
  const offers = courses.filter(({ id }) => !owned.has(id))
  return offers.map(({ id, nombre }) => ({
    item: { nombre, tipo: 'Curso', id, id_curso: id, id_modulo: null, codigo: null },
    ...foldedName(nombre),
    curso: null,
    offered: true,
  }))
}

/** Where the typed text is in a folded name; else the first word that is one of its words, or its singular or plural. */
function placeOf(folded: string, wanted: string): [from: number, length: number] {
  const at = folded.indexOf(wanted)
  if (at >= 0) return [at, wanted.length]
  const words = wanted.split(' ')
  const roots = words.map(rootOf)
  const fits = (word: string) => roots.includes(rootOf(word))
  for (const { 0: word, index } of folded.matchAll(WORD)) if (fits(word)) return [index, word.length]
  const part = words.find((word) => folded.includes(word))
  return part ? [folded.indexOf(part), part.length] : [-1, 0]
}

/** Splits a name around the first match of the typed text. */
export function emphasise(name: string, typed: string): Match['parts'] {
  const wanted = foldName(typed)
  const letters = [...name.normalize('NFC')]
  const folded = letters.map(foldText)
  // Where each letter begins in the folded text: a letter may fold to none, one or several.
  const starts = folded.map((_, index) => folded.slice(0, index).join('').length)
  const [from, length] = wanted ? placeOf(folded.join(''), wanted) : [-1, 0]
  if (from < 0) return [name, '', '']
  const first = starts.findLastIndex((start) => start <= from)
  const next = starts.findIndex((start) => start >= from + length)
  const end = next < 0 ? letters.length : next
  return [letters.slice(0, first).join(''), letters.slice(first, end).join(''), letters.slice(end).join('')]
}

type Wanted = { text: string; words: { word: string; root: string }[] }

const wantedOf = (typed: string): Wanted => {
  const text = foldName(typed)
  return { text, words: text.split(' ').map((word) => ({ word, root: rootOf(word) })) }
}

/** 0 when the name begins with the text, 1 when a word does, 2 when it is elsewhere, 3 when its words are apart or in the other number, or -1. */
function rankOf({ text, roots }: Folded, wanted: Wanted): number {
  const at = text.indexOf(wanted.text)
  if (at === 0) return 0
  if (at > 0) return text.includes(` ${wanted.text}`) ? 1 : 2
  return wanted.words.every(({ word, root }) => text.includes(word) || roots.includes(root)) ? 3 : -1
}

const toMatch = ({ item, curso, offered = false }: Folded, typed: string): Match => ({
  item,
  curso,
  offered,
  parts: emphasise(item.nombre, typed),
})

/** The best suggestions for the typed text, one's own before the catalogue's. */
export function findMatches(feed: Folded[], typed: string, offers: Folded[] = []): Match[] {
  const wanted = wantedOf(typed)
  if (!wanted.text) return []
  const best = (entries: Folded[], most: number) => {
    const ranked: Folded[][] = [[], [], [], []]
    for (const entry of entries) ranked[rankOf(entry, wanted)]?.push(entry)
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
        roots: [],
        curso: null,
      },
      '',
    ),
  )

/** Adds the lessons whose text matches, after one's own names and before the catalogue's. */
export function withTexts(matches: Match[], texts: LessonText[], feed: Folded[]): Match[] {
  const shown = new Set(matches.filter(({ item }) => item.tipo === 'Lección').map(({ item }) => item.id))
  const found = texts
    .filter(({ id }) => !shown.has(id))
    .map(({ extracto, ...item }): Match => {
      const curso = feed.find((entry) => entry.item.tipo === 'Lección' && entry.item.id === item.id)?.curso ?? null
      return { item, parts: [item.nombre, '', ''], curso, offered: false, extracto }
    })
  return [...matches.filter(({ offered }) => !offered), ...found, ...matches.filter(({ offered }) => offered)]
}

export const pathOf = ({ item, offered }: Match): string => (offered ? coursePath(item.id) : searchPath(item))

export function searchPath({ tipo, id, id_curso, id_modulo, codigo }: SearchItem): string {
  switch (tipo) {
    case 'Curso':
      return modulesPath(id)
    case 'Módulo':
      return modulesPath(id_curso ?? 0, id)
    case 'Lección':
      return lessonPath({ id_curso: id_curso ?? 0, id_modulo: id_modulo ?? 0, id_leccion: id })
    case 'Certificado':
      return `/certificado/${codigo ?? ''}`
    case 'Foro':
      return forumPath(id)
  }
}
