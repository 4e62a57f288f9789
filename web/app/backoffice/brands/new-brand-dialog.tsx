import { Button, ColorInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { type SchemaForm, showFieldErrors, useSchemaForm } from '../../lib/form'
import { toast } from '../../lib/toasts'
import { Dialog, DialogActions } from '../../ui/dialog'
import { PasswordDialog } from '../blocks/password-dialog'
import { NEW_BRAND, NEW_BRAND_SCHEMA, type NewBrandValues, newBodyOf } from './brand-texts'

function Fields({ form }: { form: SchemaForm<NewBrandValues> }) {
  const field = (name: keyof NewBrandValues, label: string) => ({ ...form.field(name), label, autoComplete: 'off' })
  return (
    <Stack gap="md">
      <TextInput {...field('nombre', 'Nombre')} data-autofocus />
      <TextInput
        {...field('slug', 'Nombre corto')}
        description="Va en las direcciones: minúsculas, números y guiones."
        spellCheck={false}
      />
      <Group grow align="flex-start">
        <ColorInput {...field('color_primario', 'Color principal')} />
        <ColorInput {...field('color_acento', 'Color de acento')} />
      </Group>
      <Textarea
        {...field('dominios', 'Dominios (opcional)')}
        description="Uno por línea, como campus.academia.pe."
        autosize
        minRows={2}
        spellCheck={false}
      />
      <Text fw={600}>Su primera persona administradora</Text>
      <TextInput {...field('nombres', 'Nombres')} />
      <TextInput {...field('apellidos', 'Apellidos')} />
      <TextInput {...field('correo', 'Correo')} type="email" inputMode="email" />
    </Stack>
  )
}

/** Opens a brand; its first administrator gets a mail to set their password. */
export default function NewBrandDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const form = useSchemaForm(async () => NEW_BRAND_SCHEMA, NEW_BRAND)
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
    toast(`Abrimos ${ready.nombre}. Invitamos a ${ready.correo}.`)
    onSaved()
    onClose()
  }
  return (
    <>
      {ready === null && (
        <Dialog onClose={onClose} title="Nueva marca" closedby="closerequest">
          <form {...form.props(setReady)}>
            <Fields form={form} />
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                Cancelar
              </Button>
              <Button type="submit" loading={form.busy}>
                Continuar
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
      {ready && (
        <PasswordDialog title="Nueva marca" action="Abrir la marca" onConfirm={send} onClose={() => setReady(null)}>
          Abrirás <strong>{ready.nombre}</strong>
          <span>{` e invitarás a ${ready.correo} a administrarla.`}</span>
        </PasswordDialog>
      )}
    </>
  )
}
