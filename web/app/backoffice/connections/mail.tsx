import { type Connections, MailBody, type MailConnection } from '@campus/contract/connections'
import { isolate } from '@campus/contract/texts'
import { NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { client } from '../../lib/client'
import { ConnectionPanel } from './connection-panel'
import classes from './connections.module.css'
import { type Confirmed, TrialForm } from './trial-form'
import { GMAIL, PROVIDERS, SAVED_SECRET } from './words'

const textsFor = (to: string) => ({
  title: 'Correo',
  trying: `Enviando un correo de prueba a ${to}…`,
  tried: `Salió un correo de prueba a ${to}. Mira si llegó.`,
  variables: 'SMTP_URL',
  unreadable: 'Mientras tanto ningún correo sale.',
  removal: 'Ningún correo sale hasta que conectes otro servidor: ni compras, ni invitaciones, ni contraseñas.',
})

const valuesOf = ({ servidor, puerto, usuario, remitente }: MailConnection) => ({
  servidor: servidor ?? GMAIL.host,
  puerto: puerto?.toString() ?? GMAIL.port,
  usuario: usuario ?? '',
  clave: '',
  remitente: remitente ?? '',
})
type Values = ReturnType<typeof valuesOf>

const bodyOf = (isSaved: boolean) => (values: Values, confirmed: Confirmed) => ({
  ...{ ...values, ...confirmed },
  puerto: /^\d+$/.test(values.puerto.trim()) ? Number(values.puerto) : Number.NaN,
  clave: values.clave === '' && values.usuario !== '' && isSaved ? undefined : values.clave,
})

const OTHER = { value: '', label: 'Otro' }
const CHOICES = [...PROVIDERS.map(({ key, label }) => ({ value: key, label })), OTHER]

type FieldsProps = { form: UseFormReturnType<Values>; isSaved: boolean }

/** Choosing a provider fills its server. */
function Server({ form }: { form: UseFormReturnType<Values> }) {
  const provider = PROVIDERS.find(({ host }) => host === form.values.servidor.trim().toLowerCase())
  const choose = (key: string) => {
    const chosen = PROVIDERS.find((one) => one.key === key)
    form.setValues({ servidor: chosen?.host ?? '', puerto: chosen?.port ?? '587' })
  }
  return (
    <>
      <NativeSelect
        label="Proveedor"
        data={CHOICES}
        value={provider?.key ?? OTHER.value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {provider && (
        <Text size="sm" c="dimmed" className={classes.wrapped}>
          {provider.help}
        </Text>
      )}
      <div className={classes.server}>
        <TextInput label="Servidor" placeholder="mail.tuacademia.pe" {...form.getInputProps('servidor')} />
        <TextInput label="Puerto" inputMode="numeric" maxLength={6} {...form.getInputProps('puerto')} />
      </div>
    </>
  )
}

function Fields({ form, isSaved }: FieldsProps) {
  const field = (name: keyof Values) => ({ ...form.getInputProps(name), name, autoComplete: 'off', spellCheck: false })
  return (
    <>
      <Server form={form} />
      <TextInput label="Usuario" description="Casi siempre, el correo completo." {...field('usuario')} />
      <PasswordInput
        label="Clave del correo"
        description={isSaved && SAVED_SECRET}
        {...field('clave')}
        autoComplete="new-password"
        aria-invalid={'clave' in form.errors}
      />
      <TextInput
        label="Correo del que salen"
        description="Es el que ven tus alumnos."
        type="email"
        inputMode="email"
        {...field('remitente')}
      />
    </>
  )
}

type MailProps = { connections: Connections; onDirty: (isDirty: boolean) => void }

/** The mail server. */
export function Mail({ connections, onDirty }: MailProps) {
  const { correo, prueba_a } = connections
  const to = isolate(prueba_a)
  const texts = textsFor(to)
  const isSaved = correo.origen === 'pantalla'
  return (
    <ConnectionPanel
      which="correo"
      connections={connections}
      texts={texts}
      form={(form) => (
        <TrialForm
          {...form}
          label="Correo"
          values={valuesOf(correo)}
          version={correo.version}
          schema={MailBody}
          body={bodyOf(isSaved)}
          send={(body) => client.PUT('/api/gestion/conexiones/correo', { body })}
          confirm={{ text: `Te enviamos un correo de prueba a ${to} antes de guardarlo.`, waiting: texts.trying }}
          onDirty={onDirty}
        >
          {(fields) => <Fields form={fields} isSaved={isSaved} />}
        </TrialForm>
      )}
    />
  )
}
