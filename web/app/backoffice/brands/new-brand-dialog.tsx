import { Button, ColorInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { focusFirstError, showFieldErrors, useSchemaForm } from '../../lib/form'
import { Dialog } from '../../ui/dialog'
import { PasswordDialog } from '../blocks/password-dialog'
import { NEW_BRAND, NEW_BRAND_SCHEMA, type NewBrandValues, newBodyOf } from './brand-texts'

type Form = ReturnType<typeof useSchemaForm<NewBrandValues>>

function Fields({ form }: { form: Form }) {
  const field = (name: keyof NewBrandValues, label: string) => ({
    ...form.getInputProps(name),
    key: form.key(name),
    name,
    label,
    autoComplete: 'off',
  })
  const { key: nameKey, ...name } = field('nombre', 'Nombre')
  const { key: slugKey, ...slug } = field('slug', 'Nombre corto')
  const { key: mainKey, ...main } = field('color_primario', 'Color principal')
  const { key: accentKey, ...accent } = field('color_acento', 'Color de acento')
  const { key: domainsKey, ...domains } = field('dominios', 'Dominios (opcional)')
  const { key: firstKey, ...first } = field('nombres', 'Nombres')
  const { key: lastKey, ...last } = field('apellidos', 'Apellidos')
  const { key: mailKey, ...mail } = field('correo', 'Correo')
  return (
    <Stack gap="md">
      <TextInput key={nameKey} {...name} data-autofocus />
      <TextInput
        key={slugKey}
        {...slug}
        description="Va en las direcciones: minúsculas, números y guiones."
        spellCheck={false}
      />
      <Group grow align="flex-start">
        <ColorInput key={mainKey} {...main} />
        <ColorInput key={accentKey} {...accent} />
      </Group>
      <Textarea
        key={domainsKey}
        {...domains}
        description="Uno por línea, como campus.academia.pe."
        autosize
        minRows={2}
        spellCheck={false}
      />
      <Text fw={600}>Su primera persona administradora</Text>
      <TextInput key={firstKey} {...first} />
      <TextInput key={lastKey} {...last} />
      <TextInput key={mailKey} {...mail} type="email" inputMode="email" />
    </Stack>
  )
}

/** Opens a brand; its first administrator gets a mail to set their password. */
export default function NewBrandDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const form = useSchemaForm<NewBrandValues>(NEW_BRAND_SCHEMA, NEW_BRAND)
  const [ready, setReady] = useState<NewBrandValues | null>(null)
  const create = api.useMutation('post', '/api/gestion/marcas', { meta: { handled: true } })
  const send = async (password: string) => {
    if (!ready) return
    try {
      await create.mutateAsync({ body: newBodyOf(ready, password) })
    } catch (error) {
      // What is wrong with the brand's data is shown at its field.
      const fields = error instanceof ApiError ? Object.keys(error.errors) : []
      if (fields.some((field) => field in NEW_BRAND) && showFieldErrors(form, error)) return setReady(null)
      throw error
    }
    notifications.show({ color: 'teal', message: `Abrimos ${ready.nombre}. Invitamos a ${ready.correo}.` })
    onSaved()
    onClose()
  }
  return (
    <>
      <Dialog opened={ready === null} onClose={onClose} title="Nueva marca" centered closeOnClickOutside={false}>
        <form onSubmit={form.onSubmit(setReady, focusFirstError(form))} noValidate>
          <Fields form={form} />
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit">Continuar</Button>
          </Group>
        </form>
      </Dialog>
      {ready && (
        <PasswordDialog title="Nueva marca" action="Abrir la marca" onConfirm={send} onClose={() => setReady(null)}>
          Abrirás <strong>{ready.nombre}</strong>
          <span>{` e invitarás a ${ready.correo} a administrarla.`}</span>
        </PasswordDialog>
      )}
    </>
  )
}
