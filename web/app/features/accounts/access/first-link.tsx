import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { NeedsScript } from '../../../ui/needs-script'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'

/** The signature of the address that the program printed, without which no academy is opened. */
export type FirstLink = { vence: string; firma: string }

/** Of an address or of the part behind its #; null when it is neither. */
export function readLink(text: string): FirstLink | null {
  const fields = new URLSearchParams(text.trim().replace(/^[^#]*#/, ''))
  const [vence, firma] = [fields.get('vence'), fields.get('firma')]
  return vence && firma ? { vence, firma } : null
}

/** For who opened the campus without that address: where it is, and a field for it. */
export function LinkForm({ onLink }: { onLink: (link: FirstLink) => void }) {
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('enlace') as HTMLInputElement
    const link = readLink(field.value)
    if (link) return onLink(link)
    setWrong(true)
    field.focus()
  }
  return (
    <Stack gap="lg">
      <NeedsScript what="Para crear la academia" />
      <form noValidate onSubmit={submit} aria-label="Abrir la instalación">
        <Stack>
          <TextField
            name="enlace"
            size="lg"
            label="Enlace de instalación"
            description="El programa lo escribió al arrancar. Pégalo aquí."
            placeholder="https://…/empezar#vence=…"
            autoComplete="off"
            spellCheck={false}
            error={wrong && 'Ese no es el enlace: cópialo entero, desde http hasta el final.'}
          />
          <Button type="submit" size="lg" fullWidth>
            Continuar
          </Button>
        </Stack>
      </form>
      <Text small dimmed>
        ¿No lo ves en la terminal? Está también en <code>crear-academia.txt</code>, en la carpeta de datos. Vale una vez
        y 7 días; cada arranque sin academia escribe otro.
      </Text>
      <Text small dimmed>
        ¿Prefieres preparar tus cursos como archivos? Con <code>npm run content -- new academia</code> sale una academia
        completa, y con <code>npm run content -- load academia</code> se carga.
      </Text>
      <Text small dimmed>
        ¿Buscabas tus cursos? Esta academia abre pronto: vuelve más tarde.
      </Text>
    </Stack>
  )
}
