import { MIN_PASSWORD } from '@campus/contract/rules'
import { IconKey } from '@tabler/icons-react'
import { Button } from '../../../ui/button'
import { PasswordField } from '../../../ui/password-field'
import classes from './profile.module.css'
import { Section } from './section'
import type { ProfileForm } from './values'

type PasswordPanelProps = { form: ProfileForm; editing: boolean; onEdit: (editing: boolean) => void }

/** The fields appear on request, or password managers would fill them in. */
export function PasswordPanel({ form, editing, onEdit }: PasswordPanelProps) {
  return (
    <Section
      title="Contraseña"
      lead="Al cambiarla se cierran tus sesiones en otros dispositivos."
      action={
        <Button
          variant={editing ? 'subtle' : 'default'}
          leftSection={!editing && <IconKey size={18} aria-hidden />}
          onClick={() => onEdit(!editing)}
        >
          {editing ? 'No cambiarla' : 'Cambiar contraseña'}
        </Button>
      }
    >
      {editing && (
        <div className={`${classes.fields} ${classes.passwords}`}>
          <PasswordField {...form.field('password_actual')} label="Contraseña actual" autoComplete="current-password" />
          <PasswordField
            {...form.field('password')}
            label="Contraseña nueva"
            note={`Como mínimo ${MIN_PASSWORD} caracteres.`}
            autoComplete="new-password"
          />
          <PasswordField
            {...form.field('password_confirmation')}
            label="Repite la contraseña nueva"
            autoComplete="new-password"
          />
        </div>
      )}
    </Section>
  )
}
