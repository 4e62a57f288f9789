import { FirstBrandBody } from '@campus/contract/settings'
import { Button, Stack, Switch, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { api } from '../../../lib/api'
import { useRoot } from '../../../lib/brand'
import { focusFirstError, showFieldErrors, useSchemaForm } from '../../../lib/form'
import { storeSession } from '../../../lib/session'
import { Failure } from '../../../ui/failure'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { MailField, NewPasswordFields } from '../account-fields'
import { AccountFrame } from './account-frame'

const EMPTY = { academia: '', nombres: '', apellidos: '', correo: '', password: '', password_confirmation: '' }

const FIELDS = [
  { name: 'academia', label: 'Nombre de la academia', autoComplete: 'organization' },
  { name: 'nombres', label: 'Tus nombres', autoComplete: 'given-name' },
  { name: 'apellidos', label: 'Tus apellidos', autoComplete: 'family-name' },
] as const

function FirstForm({ vence, firma }: { vence: string; firma: string }) {
  const form = useSchemaForm(FirstBrandBody, { ...EMPTY, vence, firma })
  const [teaches, setTeaches] = useState(true)
  const open = api.useMutation('post', '/api/empezar', {
    meta: { handled: true },
    onSuccess: (session) => {
      storeSession(session)
      // This document has no brand.
      window.location.replace('/gestion')
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const submit = form.onSubmit((values) => open.mutate({ body: { ...values, ensena: teaches } }), focusFirstError(form))
  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Crear la academia">
      <Stack gap="md">
        <NeedsScript what="Para crear la academia" />
        <Failure text={open.error?.message} />
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextInput
            {...form.getInputProps(name)}
            key={form.key(name)}
            name={name}
            size="lg"
            label={label}
            autoComplete={autoComplete}
          />
        ))}
        <MailField form={form} name="correo" label="Tu correo" autoComplete="email" />
        <NewPasswordFields form={form} labels={['Tu contraseña', 'Repite tu contraseña']} />
        <Switch
          label="Yo también enseño"
          description="Podrás ponerte como docente de tus cursos."
          checked={teaches}
          onChange={(event) => setTeaches(event.currentTarget.checked)}
        />
        <Button type="submit" size="lg" loading={open.isPending} fullWidth>
          Crear la academia
        </Button>
      </Stack>
    </form>
  )
}

/** Opens the first brand of an installation, with the link that the program printed when it started. */
export default function FirstPage() {
  const { brands } = useRoot()
  const { hash } = useLocation()
  const [link] = useState(() => new URLSearchParams(hash.slice(1)))
  // Removes the signature from the address, so that history and screenshots do not have it.
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  if (brands.length > 0) return <Navigate to="/login" replace />
  return (
    <main id="contenido" tabIndex={-1}>
      <AccountFrame>
        <PageHead
          title="Crea tu academia"
          lead="Serás su primera persona administradora. El resto se cambia después."
        />
        <FirstForm vence={link.get('vence') ?? ''} firma={link.get('firma') ?? ''} />
      </AccountFrame>
    </main>
  )
}
