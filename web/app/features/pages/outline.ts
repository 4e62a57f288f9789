import { foldText } from '@campus/contract/folding'
import { plainText } from '@campus/contract/plain-text'

/** A heading for the table of contents. */
export type Heading = { id: string; text: string; level: 2 | 3 }

export type Question = { id: string; question: string; answer: string }

const HEADING = /<h([23])>(.*?)<\/h\1>/gs

/** Unique ids for headings: `Cómo pedirlo` is `como-pedirlo`, a second one `como-pedirlo-2`. */
function namer(): (text: string) => string {
  const given = new Map<string, number>()
  return (text) => {
    const name =
      foldText(text)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'seccion'
    const times = (given.get(name) ?? 0) + 1
    given.set(name, times)
    return times === 1 ? name : `${name}-${times}`
  }
}

/** Adds ids to the headings of clean HTML and lists them. */
export function withAnchors(html: string): { html: string; outline: Heading[] } {
  const outline: Heading[] = []
  const idOf = namer()
  const anchored = html.replace(HEADING, (_, level: string, inner: string) => {
    const text = plainText(inner)
    const id = idOf(text)
    outline.push({ id, text, level: level === '2' ? 2 : 3 })
    return `<h${level} id="${id}" tabindex="-1">${inner}</h${level}>`
  })
  return { html: anchored, outline }
}

/** `intro` is the HTML before the first heading. */
export type Questions = { intro: string; groups: { id: string; title: string | null; questions: Question[] }[] }

/** Splits a page at its headings. */
function partsOf(html: string): { intro: string; parts: { level: string; text: string; body: string }[] } {
  const found = [...html.matchAll(HEADING)]
  const parts = found.map((match, at) => {
    const from = match.index + match[0].length
    const body = html.slice(from, found[at + 1]?.index ?? html.length).trim()
    return { level: match[1] ?? '2', text: plainText(match[2] ?? ''), body }
  })
  return { intro: html.slice(0, found[0]?.index ?? html.length).trim(), parts }
}

/** Each heading is a question; with two levels, the third holds questions and the second their groups. */
export function questionsOf(html: string): Questions {
  const { intro, parts } = partsOf(html)
  const grouped = parts.some(({ level }) => level === '3')
  const idOf = namer()
  const groups: Questions['groups'] = []
  for (const { level, text, body } of parts) {
    const id = idOf(text)
    if (grouped && level === '2') groups.push({ id, title: text, questions: [] })
    else {
      if (groups.length === 0) groups.push({ id: 'preguntas', title: null, questions: [] })
      groups.at(-1)?.questions.push({ id, question: text, answer: body })
    }
  }
  return { intro, groups: groups.filter(({ questions }) => questions.length > 0) }
}
