import '../../../lib/campus-font.css'
import { FirstBrandBody, slugOf } from '@campus/contract/settings'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../../lib/api'
import { client } from '../../../lib/client'
import { failureText } from '../../../lib/errors'
import { showFieldErrors, useSchemaForm } from '../../../lib/form'
import { Queries } from '../../../lib/query'
import { storeSession } from '../../../lib/session'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Failure } from '../../../ui/failure'
import { TextField } from '../../../ui/field'
import { PageHead } from '../../../ui/page-head'
import { Stack } from '../../../ui/stack'
import { Switch } from '../../../ui/switch'
import { Title } from '../../../ui/title'
import { MailField, NewPasswordFields } from '../account-fields'
import { AccountFrame } from './account-frame'
import { type FirstLink, LinkForm, readLink } from './first-link'
import { COLOURS, ColourField, LogoField } from './first-look'
import { FirstPreview } from './first-preview'

const EMPTY = {
  academia: '',
  slug: '',
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

type Look = { academia: string; color_primario: string }

type FirstFormProps = {
  link: FirstLink
  logo: File | null
  onLogo: (file: File | null) => void
  /** What the preview shows. */
  look: Look
  onLook: (look: Look) => void
}

function FirstForm({ link, logo, onLogo, look, onLook }: FirstFormProps) {
  const { academia, color_primario } = look
  const [teaches, setTeaches] = useState(true)
  const form = useSchemaForm(async () => FirstBrandBody, { ...EMPTY, ...link, color_primario })
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
  if (unsent)
    return (
      <Alert role="alert" color="yellow" title="Tu academia está creada, pero el logo no se pudo subir">
        <p>{`${failureText(unsent)} Súbelo cuando quieras en Ajustes.`}</p>
        <Button below onClick={enter}>
          Entrar a mi academia
        </Button>
      </Alert>
    )
  return (
    <form {...props} aria-label="Crear la academia">
      <Stack gap="xl">
        <Stack>
          <Failure error={open.error} />
          <Title order={2}>Tu academia</Title>
          <TextField
            {...form.field('academia')}
            onInput={(event) => onLook({ academia: event.currentTarget.value, color_primario })}
            size="lg"
            label="Nombre de la academia"
            autoComplete="organization"
          />
          <ColourField value={color_primario} onChange={(value) => onLook({ academia, color_primario: value })} />
          <LogoField file={logo} onChange={onLogo} />
          <TextField
            {...form.field('slug')}
            size="lg"
            label="Dirección corta"
            description="Opcional: sale en tus enlaces y después no cambia."
            placeholder={slugOf(academia)}
            autoCapitalize="none"
            spellCheck={false}
          />
        </Stack>
        <Stack>
          <Title order={2}>Tu cuenta</Title>
          {PERSON.map(({ name, label, autoComplete }) => (
            <TextField {...form.field(name)} key={name} size="lg" label={label} autoComplete={autoComplete} />
          ))}
          <MailField form={form} name="correo" label="Tu correo" autoComplete="email" />
          <NewPasswordFields form={form} labels={['Tu contraseña', 'Repite tu contraseña']} />
          <Switch
            label="Yo también enseño"
            description="Podrás ponerte como docente de tus cursos."
            checked={teaches}
            onChange={(event) => setTeaches(event.currentTarget.checked)}
          />
          <Button type="submit" size="lg" loading={form.busy || open.isPending} fullWidth>
            Crear la academia
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

/** Every page of an installation without brands: who has the link that the program printed opens the first one. */
function First() {
  const { hash } = useLocation()
  const [link, setLink] = useState<FirstLink | null>(null)
  const [logo, setLogo] = useState<File | null>(null)
  const [look, setLook] = useState<Look>({ academia: '', color_primario: COLOURS[0][0] })
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
      {link ? (
        <FirstForm link={link} logo={logo} onLogo={setLogo} look={look} onLook={setLook} />
      ) : (
        <LinkForm onLink={setLink} />
      )}
    </AccountFrame>
  )
}

export default function FirstPage() {
  return (
    <Queries>
      <First />
    </Queries>
  )
}
