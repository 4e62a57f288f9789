import { lazy } from 'react'
import { api } from '../../../lib/api'
import { showFieldErrors, useSchemaForm } from '../../../lib/form'
import { Button } from '../../../ui/button'
import { Failure } from '../../../ui/failure'
import { Late } from '../../../ui/late'
import { Stack } from '../../../ui/stack'
import { MailField } from '../account-fields'

const loadSchema = () => import('@campus/contract/accounts').then(({ RecoverBody }) => RecoverBody)
const loadDialog = () => import('./notice-dialog')
const NoticeDialog = lazy(loadDialog)

type RecoverFormProps = {
  /** The initial value. */
  suggested?: string
  submitLabel?: string
  doneTitle?: string
  onDone: () => void
}

export function RecoverForm({
  suggested = '',
  submitLabel = 'Enviar enlace',
  doneTitle = 'Correo Enviado',
  onDone,
}: RecoverFormProps) {
  const form = useSchemaForm(loadSchema, { email: suggested })
  const recover = api.useMutation('post', '/api/recuperar-contrasena', {
    meta: { handled: true },
    onMutate: () => void loadDialog().catch(() => undefined),
    onError: (error) => {
      if (!showFieldErrors(form, error)) form.getInputNode('email')?.focus()
    },
  })
  return (
    <Stack>
      <form {...form.props((body) => recover.mutate({ body }))} aria-label="Recuperar contraseña">
        <Stack>
          <Failure error={recover.error} />
          <MailField form={form} name="email" />
          <Button type="submit" size="lg" loading={form.busy || recover.isPending} fullWidth>
            {submitLabel}
          </Button>
        </Stack>
      </form>
      {recover.isSuccess && (
        <Late failed={<p role="status">{recover.data.message}</p>}>
          <NoticeDialog title={doneTitle} action="Entendido" onDone={onDone}>
            {recover.data.message}
          </NoticeDialog>
        </Late>
      )}
    </Stack>
  )
}
