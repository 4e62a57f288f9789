import { describe, expect, it } from 'vitest'
import { newestOf, parseKept } from './draft'

const kept = (part: object) => ({
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
    ['only here, never sent', kept({}), null, 'kept'],
    ['only on the server', null, server(OLD), 'server'],
    ['newer here', kept({}), server(OLD), 'kept'],
    ['newer on the server', kept({}), server(NEW), 'server'],
    ['words that the server lacks after it took the others', kept({ saved: NEW }), server(NEW), 'kept'],
    ['all given, and written further elsewhere', kept({ saved: OLD, pending: false }), server(NEW), 'server'],
    ['all given, and sent from another device', kept({ saved: OLD, pending: false }), null, 'none'],
    ['emptied here, and the server does not know', kept({ text: '', saved: OLD }), server(OLD), 'kept'],
    ['emptied here, and known', kept({ text: '', pending: false }), null, 'none'],
  ])('%s', (_case, here, there, newest) => {
    expect(newestOf(here, there)).toBe(newest)
  })
})

describe('what the browser kept', () => {
  it.each([[null], ['no es JSON'], ['null'], ['3'], ['{}'], ['{"text":1,"at":2}'], ['{"text":"a"}']])(
    '%s is nothing',
    (raw) => {
      expect(parseKept(raw)).toBeNull()
    },
  )
  it('is read as it was written', () => {
    expect(parseKept(JSON.stringify(kept({ saved: OLD })))).toEqual(kept({ saved: OLD }))
  })
})
