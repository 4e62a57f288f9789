import { describe, expect, it } from 'vitest'
import { classFaults, lengthFaults } from './css-classes.ts'

const STYLE = 'app/card.module.css'
const faultsOf = (css: string, code: string, more: [string, string][] = []) =>
  classFaults(new Map([[STYLE, css]]), new Map([['app/card.tsx', code], ...more]))

const IMPORT = "import classes from './card.module.css'\n"
const using = (expression: string) => `${IMPORT}const card = <p className={${expression}} />`

describe('classes of CSS modules', () => {
  it.each([
    ['.card { color: red }', using('classes.card')],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as screens write it
    ['.card { & .on { color: red } }', using('`${classes.card} ${classes.on}`')],
    ['.card { animation: grow 1s } @keyframes grow { to { opacity: 1 } }', using('classes.card')],
    ['.card :global(.far) { color: red }', using('classes.card')],
    ['.card { @mixin hover { color: red } }', using('classes.card')],
    ['.card { color: red }', `${using('classes.card')}\nconst rows = { classes: 3 }\nconst more = rows.classes`],
  ])('accepts %j', async (css, code) => expect(await faultsOf(css, code)).toEqual([]))

  it.each([
    ['', using('classes.card'), `app/card.tsx:2: ${STYLE} has no .card`],
    ['.card {} @keyframes grow {}', using('classes.card ?? classes.grow'), `app/card.tsx:2: ${STYLE} has no .grow`],
    ['.card { & .on {} }', using('classes.card'), `${STYLE}: no screen takes .on`],
    ['.card {}', 'const card = null', `${STYLE}: no screen takes .card`],
  ])('refuses %j with %j', async (css, code, fault) => expect(await faultsOf(css, code)).toEqual([fault]))

  it.each(['classes[kind]', 'look(classes)', '{ ...classes }', '{ classes }'])(
    'cannot follow %s, so the names are written',
    async (expression) =>
      expect(await faultsOf('', using(expression))).toEqual([
        `app/card.tsx:2: write each class of ${STYLE} as classes.name`,
      ]),
  )

  it('follows those that a part gets as a prop', async () => {
    const part = (name: string) =>
      `const Part = ({ classes }: { classes: typeof import('./card.module.css').default }) => <p className={classes.${name}} />`
    const frame = "import card from './card.module.css'\nconst frame = <Part classes={card} />"
    expect(await faultsOf('.card {}', frame, [['app/part.tsx', part('card')]])).toEqual([])
    expect(await faultsOf('.card {}', frame, [['app/part.tsx', part('other')]])).toEqual([
      `app/part.tsx:1: ${STYLE} has no .other`,
      `${STYLE}: no screen takes .card`,
    ])
  })
})

describe('lengths of styles', () => {
  const faultsIn = (css: string) => lengthFaults(new Map([['app/card.module.css', css]]))

  it.each([
    'font-size: var(--f3)',
    'font-size: min(var(--f3), 16px)',
    'font-size: clamp(1.5rem, 4vw, 2.25rem)',
    'font-size: 3cqw',
    'padding: 0 2px 48px calc(-1 * var(--s3))',
    'margin: 0.5em auto',
    'scroll-margin-top: 16px',
    'width: 14px',
    '@media (width < 48em) and (min-height: 421px) { gap: 0 }',
    '/* margin: 14px */',
  ])('accepts %j', (css) => expect(faultsIn(`.card { ${css} }`)).toEqual([]))

  it.each([
    ['font-size: 0.9rem', '0.9rem'],
    ['font-size: 15px', '15px'],
    ['font: 600 1rem serif', '1rem'],
    ['margin: 0 -8px', '8px'],
    ['padding-top: calc(14px + env(safe-area-inset-top))', '14px'],
    ['gap: 1rem', '1rem'],
    ['@media (width < 50em) { gap: 0 }', '50em'],
    ['@media (max-width: 48em) { gap: 0 }', 'max-width'],
    ['@mixin smaller-than 768px { gap: 0 }', '-than'],
  ])('refuses %j', (css, length) =>
    expect(faultsIn(`.card {\n${css} }`)).toEqual([`app/card.module.css:2: ${length} is no step of the scale`]),
  )
})
