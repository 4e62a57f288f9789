import { foldText } from '@campus/contract/rules'
import type { SearchItem } from '@campus/contract/search'
import { foldName } from '../../platform/match'
import { forumPath, lessonPath, modulesPath } from '../../platform/paths'

/** At most so many suggestions. */
const SHOWN = 8

/** A thing with its name made ready for comparing, once, and the course it belongs to. */
export type Folded = { item: SearchItem; text: string; curso: string | null }

/** A suggestion; `parts` are the name's letters before, in and after what was typed. */
export type Match = { item: SearchItem; parts: [before: string, hit: string, after: string]; curso: string | null }

/** Makes the whole feed ready: thousands of names are folded once, not with each key (campus.md section 5). */
export function foldAll(items: SearchItem[]): Folded[] {
  const courses = new Map(items.filter(({ tipo }) => tipo === 'Curso').map(({ id, nombre }) => [id, nombre]))
  return items.map((item) => ({
    item,
    text: foldName(item.nombre),
    curso: item.tipo === 'Curso' ? null : (courses.get(item.id_curso ?? 0) ?? null),
  }))
}

/** Splits a name around its first part that folds to what was typed. */
export function emphasise(name: string, typed: string): Match['parts'] {
  const wanted = foldName(typed)
  const letters = [...name.normalize('NFC')]
  const folded = letters.map(foldText)
  // Where each letter begins in the folded text: a letter may fold to none, one or several.
  const starts = folded.map((_, index) => folded.slice(0, index).join('').length)
  const from = wanted ? folded.join('').indexOf(wanted) : -1
  if (from < 0) return [name, '', '']
  const first = starts.findLastIndex((start) => start <= from)
  const next = starts.findIndex((start) => start >= from + wanted.length)
  const end = next < 0 ? letters.length : next
  return [letters.slice(0, first).join(''), letters.slice(first, end).join(''), letters.slice(end).join('')]
}

/** The beginning of the name first, then the beginning of a word, then the rest. */
function rankOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted)
  if (at <= 0) return at
  return text.includes(` ${wanted}`) ? 1 : 2
}

/** The best suggestions for what was typed; none for nothing. */
export function findMatches(feed: Folded[], typed: string): Match[] {
  const wanted = foldName(typed)
  if (!wanted) return []
  const ranked: Folded[][] = [[], [], []]
  for (const one of feed) ranked[rankOf(one.text, wanted)]?.push(one)
  return ranked
    .flat()
    .slice(0, SHOWN)
    .map(({ item, curso }) => ({ item, curso, parts: emphasise(item.nombre, typed) }))
}

/** The screen that shows a thing. */
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
