import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { looseTexts } from './loose-texts.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCREENS = globSync('web/app/**/*.tsx', { cwd: ROOT })
const linesOf = (jsx: string) => looseTexts('screen.tsx', `const screen = ${jsx}`)

describe('the screens', () => {
  it('are read', () => expect(SCREENS.length).toBeGreaterThan(300))

  it('give each changing text an element of its own (docs/adding-a-feature.md)', () => {
    const found = SCREENS.flatMap((file) =>
      looseTexts(file, readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
    )
    expect(found).toEqual([])
  })
})

describe('the eye that looks for them', () => {
  it.each([
    '<p>{done} de {total}</p>',
    '<p>Total {sum}</p>',
    '<p>{word}<b>{name}</b></p>',
    "<p><Icon />{open ? 'Ocultar' : 'Ver'}</p>",
    "<p>{open && 'abierto'}{total}</p>",
    '<p>{late && <b>tarde</b>} y luego</p>',
    '<>Hola <b>Ana</b></>',
  ])('finds %s', (jsx) => expect(linesOf(jsx)).toEqual([1]))

  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written there
    '<p>{`${done} de ${total}`}</p>',
    '<p>{done}</p>',
    '<p><Icon />{TEXTS.word}</p>',
    '<p>Lee <a href="/">esto</a> antes.</p>',
    '<p><span>{word}</span><b>{name}</b></p>',
    '<ul>{late && <li>tarde</li>}{rows.map((row) => <li>{row}</li>)}</ul>',
  ])('leaves %s', (jsx) => expect(linesOf(jsx)).toEqual([]))
})
