import { RecoverBody } from '@campus/contract/accounts'
import { Button, Stack } from '@mantine/core'
import { lazy } from 'react'
import { api } from '../../../lib/api'
import { focusFirstError, showFieldErrors, useSchemaForm } from '../../../lib/form'
import { Failure } from '../../../ui/failure'
import { Late } from '../../../ui/late'
import { MailField } from '../account-fields'
import { TEXTS } from './texts'

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
  doneTitle = TEXTS.mailSent,
  onDone,
}: RecoverFormProps) {
  const form = useSchemaForm(RecoverBody, { email: suggested })
  const recover = api.useMutation('post', '/api/recuperar-contrasena', {
    meta: { handled: true },
    onMutate: () => void loadDialog().catch(() => undefined),
    onError: (error) => {
      if (!showFieldErrors(form, error)) form.getInputNode('email')?.focus()
    },
  })
  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={form.onSubmit((body) => recover.mutate({ body }), focusFirstError(form))}
        aria-label="Recuperar contraseña"
      >
        <Stack gap="md">
          <Failure text={recover.isError ? recover.error.message || TEXTS.unexpected : undefined} />
          <MailField form={form} name="email" />
          <Button type="submit" size="lg" loading={recover.isPending} fullWidth>
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
    </>
  )
}
