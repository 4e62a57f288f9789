import { NewBrand } from '@campus/contract/settings'
import { ColorInput, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { NEW_BRAND, newBodyOf } from './brand-texts'

const COPY_THERE = 'Todavía no salen correos: pásate a esa marca y copia su enlace en Equipo.'

/** Opens a brand; its first administrator gets a mail to set their password. */
export default function NewBrandDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { envia_correos } = useBrand()
  return (
    <NewDialog
      title="Nueva marca"
      action="Continuar"
      values={NEW_BRAND}
      schema={NewBrand}
      body={newBodyOf}
      send={(body, password) => client.POST('/api/gestion/marcas', { body: { ...body, password } })}
      onDone={(_, { nombre, correo }) => {
        toast(`Abrimos ${nombre}. ${envia_correos ? `Invitamos a ${correo}.` : COPY_THERE}`)
        onSaved()
        onClose()
      }}
      confirm={{
        action: 'Abrir la marca',
        text: ({ nombre, correo }) => (
          <span>
            Abrirás <strong>{nombre}</strong>
            <span>{` e invitarás a ${correo} a administrarla.`}</span>
          </span>
        ),
      }}
      onClose={onClose}
    >
      {(form) => {
        const field = (name: keyof typeof NEW_BRAND, label: string) => ({
          ...form.getInputProps(name),
          ...{ name, label, autoComplete: 'off' },
        })
        return (
          <>
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
            <TextInput {...field('correo', 'Correo electrónico')} type="email" inputMode="email" />
          </>
        )
      }}
    </NewDialog>
  )
}
