import '../../../lib/campus-font.css'
import { FirstBrandBody, slugOf } from '@campus/contract/settings'
import { Alert, Button, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../../lib/api'
import { CampusProviders } from '../../../lib/campus-providers'
import { client } from '../../../lib/client'
import { failureText } from '../../../lib/errors'
import { showFieldErrors, useSchemaForm } from '../../../lib/form'
import { storeSession } from '../../../lib/session'
import { Failure } from '../../../ui/failure'
import { PageHead } from '../../../ui/page-head'
import { MailField, NewPasswordFields } from '../account-fields'
import { AccountFrame } from './account-frame'
import { type FirstLink, LinkForm, readLink } from './first-link'
import { COLOURS, ColourField, LogoField } from './first-look'
import { FirstPreview } from './first-preview'

const EMPTY = {
  academia: '',
  slug: '',
  color_primario: COLOURS[0][0] as string,
  nombres: '',
  apellidos: '',
  correo: '',
  password: '',
  password_confirmation: '',
}

const PERSON = [
  { name: 'nombres', label: 'Tus nombres', autoComplete: 'given-name' },
  { name: 'apellidos', label: 'Tus apellidos', autoComplete: 'family-name' },
] as const

/** This document has no brand, so the next one is loaded anew. */
const enter = () => window.location.replace('/gestion')

/** @throws ApiError, OfflineError */
async function sendLogo(file: File): Promise<void> {
  const form = new FormData()
  form.append('imagen', file)
  const params = { path: { cual: 'logo' as const } }
  await client.POST('/api/gestion/marca/imagenes/{cual}', { params, body: {}, bodySerializer: () => form })
}

type FirstFormProps = {
  link: FirstLink
  logo: File | null
  onLogo: (file: File | null) => void
  /** What the preview shows. */
  onLook: (look: { academia: string; color_primario: string }) => void
}

function FirstForm({ link, logo, onLogo, onLook }: FirstFormProps) {
  const [teaches, setTeaches] = useState(true)
  const [name, setName] = useState('')
  const [colour, setColour] = useState(EMPTY.color_primario)
  const form = useSchemaForm(async () => FirstBrandBody, { ...EMPTY, ...link, color_primario: colour })
  const open = api.useMutation('post', '/api/empezar', {
    meta: { handled: true },
    onError: (error) => showFieldErrors(form, error),
  })
  const [unsent, setUnsent] = useState<unknown>()
  const props = form.props(async (values) => {
    const session = await open.mutateAsync({ body: { ...values, ensena: teaches } }).catch(() => undefined)
    if (!session) return
    storeSession(session)
    if (!logo) return enter()
    await sendLogo(logo).then(enter, setUnsent)
  })
  const rename = (value: string) => {
    setName(value)
    onLook({ academia: value, color_primario: colour })
  }
  const choose = (value: string) => {
    setColour(value)
    onLook({ academia: name, color_primario: value })
  }
  if (unsent)
    return (
      <Alert role="alert" color="yellow" title="Tu academia está creada, pero el logo no se pudo subir">
        <p>{`${failureText(unsent)} Súbelo cuando quieras en Ajustes.`}</p>
        <Button onClick={enter}>Entrar a mi academia</Button>
      </Alert>
    )
  return (
    <form {...props} aria-label="Crear la academia">
      <Stack gap="md">
        <Failure error={open.error} />
        <Title order={2}>Tu academia</Title>
        <TextInput
          {...form.field('academia')}
          onInput={(event) => rename(event.currentTarget.value)}
          size="lg"
          label="Nombre de la academia"
          autoComplete="organization"
        />
        <ColourField value={colour} onChange={choose} />
        <LogoField file={logo} onChange={onLogo} />
        <TextInput
          {...form.field('slug')}
          size="lg"
          label="Dirección corta"
          description="Opcional: sale en tus enlaces y después no cambia."
          placeholder={slugOf(name)}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Title order={2} mt="md">
          Tu cuenta
        </Title>
        {PERSON.map(({ name: field, label, autoComplete }) => (
          <TextInput {...form.field(field)} key={field} size="lg" label={label} autoComplete={autoComplete} />
        ))}
        <MailField form={form} name="correo" label="Tu correo" autoComplete="email" />
        <NewPasswordFields form={form} labels={['Tu contraseña', 'Repite tu contraseña']} />
        <Switch
          size="md"
          label="Yo también enseño"
          description="Podrás ponerte como docente de tus cursos."
          checked={teaches}
          onChange={(event) => setTeaches(event.currentTarget.checked)}
        />
        <Button type="submit" size="lg" loading={form.busy || open.isPending} fullWidth>
          Crear la academia
        </Button>
      </Stack>
    </form>
  )
}

/** Every page of an installation without brands: who has the link that the program printed opens the first one. */
function First() {
  const { hash } = useLocation()
  const [link, setLink] = useState<FirstLink | null>(null)
  const [logo, setLogo] = useState<File | null>(null)
  const [look, setLook] = useState({ academia: '', color_primario: EMPTY.color_primario })
  useEffect(() => {
    setLink((known) => known ?? readLink(hash))
    // Removes the signature from the address, so that history and screenshots do not have it.
    if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [hash])
  const picture = useMemo(() => (logo ? URL.createObjectURL(logo) : undefined), [logo])
  return (
    <AccountFrame side={<FirstPreview name={look.academia} colour={look.color_primario} logo={picture} />}>
      <PageHead
        title="Crea tu academia"
        lead={
          link
            ? 'En dos minutos tienes tu tienda y tu campus, con un curso de ejemplo para empezar. Todo se cambia después.'
            : 'Este campus todavía no tiene una academia. Si lo instalaste tú, ábrelo con tu enlace de instalación.'
        }
      />
      {link ? <FirstForm link={link} logo={logo} onLogo={setLogo} onLook={setLook} /> : <LinkForm onLink={setLink} />}
    </AccountFrame>
  )
}

export default function FirstPage() {
  return (
    <CampusProviders>
      <First />
    </CampusProviders>
  )
}
