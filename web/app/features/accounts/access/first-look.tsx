import { IconPhotoPlus, IconPlus } from '@tabler/icons-react'
import { Button } from '../../../ui/button'
import { FileButton } from '../../../ui/file-button'
import { Group } from '../../../ui/stack'
import classes from './first-look.module.css'

export const COLOURS = [
  ['#3B5BDB', 'Azul'],
  ['#5B3DF5', 'Violeta'],
  ['#A61E4D', 'Vino'],
  ['#B8500F', 'Naranja'],
  ['#2B8A3E', 'Verde'],
  ['#0B7285', 'Turquesa'],
  ['#343A40', 'Grafito'],
] as const

type ColourFieldProps = { value: string; onChange: (colour: string) => void }

/** Seven colours to press, and the browser's picker for any other. */
export function ColourField({ value, onChange }: ColourFieldProps) {
  const own = COLOURS.every(([colour]) => colour !== value)
  return (
    <div role="radiogroup" aria-labelledby="color-de-la-academia">
      <p id="color-de-la-academia" className={classes.legend}>
        Color
      </p>
      <div className={classes.colours}>
        {COLOURS.map(([colour, name]) => (
          <label key={colour} className={classes.colour} title={name} style={{ background: colour }}>
            <input
              type="radio"
              name="color"
              aria-label={name}
              checked={value === colour}
              onChange={() => onChange(colour)}
            />
          </label>
        ))}
        <label
          className={classes.colour}
          title="Otro color"
          data-other
          data-chosen={own || undefined}
          style={own ? { background: value } : undefined}
        >
          <input
            type="color"
            aria-label="Otro color"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {!own && <IconPlus size={20} aria-hidden />}
        </label>
      </div>
    </div>
  )
}

type LogoFieldProps = { file: File | null; onChange: (file: File | null) => void }

/** Chosen now, sent once there is an academy to hold it. */
export function LogoField({ file, onChange }: LogoFieldProps) {
  return (
    <div>
      <p className={classes.legend}>Logo</p>
      <p className={classes.hint}>Si todavía no tienes uno, dibujamos las iniciales con tu color.</p>
      <Group gap="sm">
        <FileButton
          variant="default"
          accept="image/jpeg,image/png,image/webp"
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
          onChoose={onChange}
        >
          {file ? 'Cambiar el logo' : 'Elegir un logo'}
        </FileButton>
        {file && (
          <>
            <span className={classes.file}>{file.name}</span>
            <Button variant="subtle" onClick={() => onChange(null)}>
              Quitar
            </Button>
          </>
        )}
      </Group>
    </div>
  )
}
