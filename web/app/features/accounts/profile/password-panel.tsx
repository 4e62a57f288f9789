import { MIN_PASSWORD } from '@campus/contract/rules'
import { Button, Group, PasswordInput, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { Panel } from '../../../ui/panel'
import classes from './profile.module.css'
import type { ProfileFields } from './use-save-profile'

const NONE = { password_actual: '', password: '', password_confirmation: '' }

function Fields({ form }: { form: UseFormReturnType<ProfileFields> }) {
  const field = (name: keyof typeof NONE) => ({
    ...form.getInputProps(name),
    name,
  })
  return (
    <div className={classes.passwords}>
      <PasswordInput {...field('password_actual')} label="Contraseña actual" autoComplete="current-password" />
      <PasswordInput
        {...field('password')}
        label="Contraseña nueva"
        description={`Como mínimo ${MIN_PASSWORD} caracteres.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
      />
      <PasswordInput
        {...field('password_confirmation')}
        label="Repite la contraseña nueva"
        autoComplete="new-password"
      />
    </div>
  )
}

/** The fields appear on request, or password managers would fill them in. */
export function PasswordPanel({ form }: { form: UseFormReturnType<ProfileFields> }) {
  const [editing, setEditing] = useState(false)
  const cancel = () => {
    form.setValues(NONE)
    for (const name of Object.keys(NONE)) form.clearFieldError(name)
    setEditing(false)
  }
  return (
    <Panel>
      <Group justify="space-between" gap="sm" mb={editing ? 'md' : 0}>
        <div style={{ flex: '1 1 260px' }}>
          <Title order={2} mb={4}>
            Contraseña
          </Title>
          <Text c="dimmed">Al cambiarla se cierran tus sesiones en otros dispositivos.</Text>
        </div>
        {editing ? (
          <Button variant="subtle" onClick={cancel}>
            No cambiarla
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconKey size={18} aria-hidden />} onClick={() => setEditing(true)}>
            Cambiar contraseña
          </Button>
        )}
      </Group>
      {editing && <Fields form={form} />}
    </Panel>
  )
}
