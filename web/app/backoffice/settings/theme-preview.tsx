import { firstLetter } from '@campus/contract/names'
import { contrastOf, READABLE, shadesOf } from '@campus/contract/palette'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import classes from './theme-preview.module.css'

const HEX = /^#[0-9a-f]{6}$/i

const words = (value: number) => `${value.toFixed(1)} : 1`

type Scheme = { name: string; surface: string; ground: string; text: string; line: string }
// The surfaces of tokens.css.
const SCHEMES: Scheme[] = [
  { name: 'Claro', surface: '#ffffff', ground: '#f6f7f9', text: '#161b26', line: '#e4e7ec' },
  { name: 'Oscuro', surface: '#1b1e25', ground: '#121419', text: '#c3c9d4', line: '#2c313b' },
]

type Colours = { main: string; link: string; accent: string }

const coloursIn = (scheme: Scheme, primary: readonly string[], accent: readonly string[]): Colours => ({
  main: primary[6] ?? '',
  link: (scheme.name === 'Claro' ? primary[6] : primary[4]) ?? '',
  accent: accent[6] ?? '',
})

/** A screen in small, in the colours that the theme makes. */
function Sample({ scheme, colours, brand }: { scheme: Scheme; colours: Colours; brand: string }) {
  const style = {
    '--sample-surface': scheme.surface,
    '--sample-ground': scheme.ground,
    '--sample-text': scheme.text,
    '--sample-line': scheme.line,
    '--sample-main': colours.main,
    '--sample-link': colours.link,
    '--sample-accent': colours.accent,
  } as CSSProperties
  return (
    <figure className={classes.sample} style={style}>
      <div className={classes.screen} aria-hidden>
        <div className={classes.header}>
          <span className={classes.mark}>{firstLetter(brand)}</span>
          <span className={classes.brand}>{brand}</span>
        </div>
        <div className={classes.card}>
          <span className={classes.tag}>Nuevo</span>
          <strong>Fotografía con tu celular</strong>
          <span className={classes.progress} />
          <span className={classes.link}>Ver el curso</span>
          <span className={classes.button}>Continuar</span>
        </div>
      </div>
      <figcaption>{scheme.name}</figcaption>
    </figure>
  )
}

function Pair({ name, value }: { name: string; value: number }) {
  const good = value >= READABLE
  return (
    <li className={classes.pair}>
      <span>{name}</span>
      <span className={classes.ratio}>{words(value)}</span>
      <Badge
        variant="light"
        color={good ? 'teal' : 'red'}
        tt="none"
        leftSection={good ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
      >
        {good ? 'Se lee bien' : 'No se lee'}
      </Badge>
    </li>
  )
}

type Chosen = { name: string; colour: string; onUse: (shade: string) => void }

/** What becomes of a colour on which white text would not be readable. */
function Darkened({ name, colour, onUse }: Chosen) {
  const own = contrastOf(colour, '#ffffff')
  const used = shadesOf(colour)[6]
  if (own >= READABLE) return null
  return (
    <Group gap="sm" role="status">
      <Text size="sm">
        {`${name}: con texto blanco, ${colour.toUpperCase()} llega a ${words(own)} y hacen falta ${words(READABLE)}. ` +
          `El campus usa ${used.toUpperCase()}, el tono más cercano que se lee (${words(contrastOf(used, '#ffffff'))}).`}
      </Text>
      <Button variant="default" size="xs" onClick={() => onUse(used.toUpperCase())}>
        {`Usar ${used.toUpperCase()}`}
      </Button>
    </Group>
  )
}

type ThemePreviewProps = {
  brand: string
  primary: string
  accent: string
  onPrimary: (colour: string) => void
  onAccent: (colour: string) => void
}

/** The theme of two colours before it is saved, and how well each of its texts can be read. */
export function ThemePreview({ brand, primary, accent, onPrimary, onAccent }: ThemePreviewProps) {
  if (!HEX.test(primary) || !HEX.test(accent)) return null
  const [main, second] = [shadesOf(primary), shadesOf(accent)]
  return (
    <Stack component="section" aria-label="Vista previa de los colores">
      <div className={classes.samples}>
        {SCHEMES.map((scheme) => (
          <Sample
            key={scheme.name}
            scheme={scheme}
            colours={coloursIn(scheme, main, second)}
            brand={brand || 'Campus'}
          />
        ))}
      </div>
      <Darkened name="Color principal" colour={primary} onUse={onPrimary} />
      <Darkened name="Color de acento" colour={accent} onUse={onAccent} />
      <ul aria-label="Contraste">
        <Pair name="Texto blanco en botones" value={contrastOf('#ffffff', main[6])} />
        <Pair name="Texto blanco en etiquetas" value={contrastOf('#ffffff', second[6])} />
        {SCHEMES.map((scheme) => (
          <Pair
            key={scheme.name}
            name={`Enlaces, ${scheme.name.toLowerCase()}`}
            value={contrastOf(coloursIn(scheme, main, second).link, scheme.surface)}
          />
        ))}
      </ul>
    </Stack>
  )
}
