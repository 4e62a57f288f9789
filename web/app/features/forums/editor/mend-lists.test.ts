import { expect, it } from 'vitest'
import { unmark } from './mend-lists'

/** What is left of a line of Word's list; `marker` is the style of the span before its text. */
function left(text: string, marker?: string): string {
  const spans = marker === undefined ? [] : [{ getAttribute: () => marker, remove: () => undefined }]
  const first = { nodeValue: text }
  const ownerDocument = { createTreeWalker: () => ({ nextNode: () => first }) }
  unmark({ querySelectorAll: () => spans, ownerDocument } as unknown as Element)
  return first.nodeValue
}

const MARKED = 'font-family:Symbol;mso-list:Ignore'

it.each(['Amasar', 'o modelar', 'a) la primera', '1. lo que sea', '- un guion', 'I. Introducción'])(
  'keeps all of «%s» behind a marker of its own',
  (text) => {
    expect(left(text, MARKED)).toBe(text)
  },
)

it.each([
  ['·   Amasar', 'Amasar'],
  ['•\u00a0Amasar', 'Amasar'],
  ['o\u00a0\u00a0\u00a0Amasar', 'Amasar'],
  ['1.  Amasar', 'Amasar'],
  ['b) Amasar', 'Amasar'],
  ['o modelar', 'o modelar'],
  ['Amasar', 'Amasar'],
])('%j, whose marker is text, is %j', (text, rest) => {
  expect(left(text)).toBe(rest)
})
