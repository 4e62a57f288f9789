import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api'
import { showFieldErrors, useSchemaForm } from '../../lib/form'
import { type Session, updateUser, useSession } from '../../lib/session'
import { toast } from '../../lib/toasts'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { TextField } from '../../ui/field'
import { Stack } from '../../ui/stack'
import { Text } from '../../ui/text'

const loadSchema = () => import('@campus/contract/profile').then(({ NameBody }) => NameBody)

/** What the mail suggests is there to be corrected. */
function NameForm({ session, onLater }: { session: Session; onLater: () => void }) {
  const queries = useQueryClient()
  const { nombres, apellidos } = session.user
  const form = useSchemaForm(loadSchema, { nombres, apellidos })
  const save = api.useMutation('put', '/api/nombre', {
    meta: { handled: true },
    onSuccess: (_, { body }) => {
      updateUser({ ...body, falta_nombre: false })
      toast('Guardamos tu nombre. Así saldrá en tus certificados.')
      void queries.invalidateQueries()
    },
    onError: (error) => void showFieldErrors(form, error),
  })
  return (
    <form {...form.props((body) => save.mutate({ body }))} aria-label="Tu nombre">
      <Stack>
        <Text>Tu academia te matriculó solo con tu correo. Tus certificados llevan el nombre que escribas aquí.</Text>
        <Failure text={save.error && !form.errors.nombres && !form.errors.apellidos ? save.error.message : undefined} />
        <TextField
          {...form.field('nombres')}
          size="lg"
          label="Nombres"
          autoComplete="given-name"
          autoCapitalize="words"
          data-autofocus
        />
        <TextField
          {...form.field('apellidos')}
          size="lg"
          label="Apellidos"
          autoComplete="family-name"
          autoCapitalize="words"
        />
        <DialogActions>
          <Button variant="default" onClick={onLater}>
            Después
          </Button>
          <Button type="submit" loading={form.busy || save.isPending}>
            Guardar
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}

/** Asks for the name that no one wrote, once in each visit until it is given, perhaps by the academy. */
export default function AskName() {
  const session = useSession()
  const [later, setLater] = useState(false)
  const path = { id: String(session?.user.id ?? 0) }
  const profile = api.useQuery('get', '/api/usuarios/{id}', { params: { path } }, { enabled: Boolean(session) })
  const user = profile.data?.data
  useEffect(() => {
    if (user?.falta_nombre !== false) return
    const { nombres, apellidos, falta_nombre } = user
    updateUser({ nombres, apellidos, falta_nombre })
  }, [user])
  if (!session || !user?.falta_nombre || later) return null
  return (
    <Dialog onClose={() => setLater(true)} title="¿Cómo te llamas?">
      <NameForm session={session} onLater={() => setLater(true)} />
    </Dialog>
  )
}
