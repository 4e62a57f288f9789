import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from './field'
import { IconButton } from './icon-button'

/** Its button shows what is typed. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      rightSection={
        <IconButton
          aria-label="Mostrar u ocultar la contraseña"
          aria-pressed={shown}
          onClick={() => setShown((now) => !now)}
        >
          <Icon size={24} aria-hidden />
        </IconButton>
      }
    />
  )
}
