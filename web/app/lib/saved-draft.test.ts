import { describe, expect, it } from 'vitest'
import { newerDraft, parseStoredDraft } from './draft'

const stored = (part: object) => ({
  text: 'aquí',
  at: Date.parse('2026-11-21T10:00:00Z'),
  saved: null,
  pending: true,
  ...part,
})
const server = (actualizado_en: string) => ({ contenido: 'allá', actualizado_en })
const OLD = '2026-11-21T09:00:00.000Z'
const NEW = '2026-11-21T11:00:00.000Z'

describe('the newest draft', () => {
  it.each([
    ['nothing anywhere', null, null, 'none'],
    ['only here, never sent', stored({}), null, 'local'],
    ['only on the server', null, server(OLD), 'server'],
    ['newer here', stored({}), server(OLD), 'local'],
    ['newer on the server', stored({}), server(NEW), 'server'],
    ['words that the server lacks after it took the others', stored({ saved: NEW }), server(NEW), 'local'],
    ['all given, and written further elsewhere', stored({ saved: OLD, pending: false }), server(NEW), 'server'],
    ['all given, and sent from another device', stored({ saved: OLD, pending: false }), null, 'none'],
    ['emptied here, and the server does not know', stored({ text: '', saved: OLD }), server(OLD), 'local'],
    ['emptied here, and known', stored({ text: '', pending: false }), null, 'none'],
  ])('%s', (_case, here, there, newest) => {
    expect(newerDraft(here, there)).toBe(newest)
  })
})

describe('the stored draft', () => {
  it.each([[null], ['no es JSON'], ['null'], ['3'], ['{}'], ['{"text":1,"at":2}'], ['{"text":"a"}']])(
    '%s is nothing',
    (raw) => {
      expect(parseStoredDraft(raw)).toBeNull()
    },
  )
  it('is read as it was written', () => {
    expect(parseStoredDraft(JSON.stringify(stored({ saved: OLD })))).toEqual(stored({ saved: OLD }))
  })
})
