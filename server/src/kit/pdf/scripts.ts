/** `own` signs belong to this script alone, `shared` ones to others too; `joined` letters change beside others. */
type Script = { names: string[]; own: RegExp; shared: RegExp; joined: boolean; fileOf: (weight: number) => string }

const classOf = (property: string, names: string[], more = '') =>
  `[${names.map((name) => `\\p{${property}=${name}}`).join('')}${more}]`

/** Latin's own signs, like its middle dot, are shared with some scripts: they stay in our faces. */
const sharedBy = (names: string[], more?: string) =>
  `(?=[\\u0530-\\u{10ffff}])${classOf('Script_Extensions', names, more)}`

const scriptOf = (names: string[], joined: boolean, fileOf: Script['fileOf'], more?: string): Script => ({
  ...{ names, joined, fileOf },
  own: new RegExp(`^${classOf('Script', names)}`, 'u'),
  shared: new RegExp(`^${sharedBy(names, more)}`, 'u'),
})

const single = (names: string[], path: string, more?: string) =>
  scriptOf(names, false, () => `@expo-google-fonts/${path}_400Regular.ttf`, more)

const noto = (name: string, family = 'noto-serif') =>
  scriptOf([name], true, (weight) => {
    const script = name.toLowerCase()
    return `@fontsource/${family}-${script}/files/${family}-${script}-${script}-${weight}-normal.woff`
  })

const arabicOf = (weight: number) => {
  const cut = weight < 600 ? '400Regular' : '700Bold'
  return `@expo-google-fonts/amiri/${cut}/Amiri_${cut}.ttf`
}

const WIDE_SIGNS = '\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65'

const SCRIPTS: Script[] = [
  single(['Greek'], 'gfs-didot/400Regular/GFSDidot'),
  noto('Hebrew'),
  scriptOf(['Arabic'], true, arabicOf),
  ...['Armenian', 'Georgian', 'Devanagari', 'Bengali', 'Tamil', 'Thai'].map((name) => noto(name)),
  noto('Ethiopic', 'noto-sans'),
  single(['Hangul'], 'nanum-myeongjo/400Regular/NanumMyeongjo'),
  single(['Han', 'Hiragana', 'Katakana'], 'cactus-classical-serif/400Regular/CactusClassicalSerif', WIDE_SIGNS),
]

/** The font of a script, named by its file. */
export type ScriptFont = { file: string; joined: boolean }

/** The fonts of a weight for a letter: `own` of a script alone, `shared` by several. */
export const scriptFonts = (letter: string, weight: number, kind: 'own' | 'shared'): ScriptFont[] =>
  SCRIPTS.filter((script) => script[kind].test(letter)).map(({ fileOf, joined }) => ({
    ...{ file: fileOf(weight), joined },
  }))

const JOINED = new RegExp(sharedBy(SCRIPTS.filter(({ joined }) => joined).flatMap(({ names }) => names)), 'u')

/** Whether a text has signs of the scripts whose letters change beside others. */
export const hasJoined = (text: string): boolean => JOINED.test(text)
