import type { Profile } from '@campus/contract/accounts'
import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { TextField } from '../../../ui/field'
import classes from './profile.module.css'
import { Section } from './section'

const FIELDS = [
  ['nombres', 'Nombres'],
  ['apellidos', 'Apellidos'],
  ['correo', 'Correo electrónico'],
  ['tipo_documento', 'Tipo de documento'],
  ['numero_documento', 'Número de documento'],
] as const

export function IdentityPanel({ profile }: { profile: Profile }) {
  return (
    <Section
      title="Datos de tu cuenta"
      lead={
        <span>
          Aparecen en tus certificados, por eso no se cambian aquí. Si algo está mal,{' '}
          <Link to="/soporte">pide la corrección a Soporte</Link>.
        </span>
      }
    >
      <div className={classes.fields}>
        {FIELDS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={profile[name] ?? ''}
            readOnly
            className={classes.fixed}
            rightSection={<IconLock size={18} aria-hidden />}
          />
        ))}
      </div>
    </Section>
  )
}
