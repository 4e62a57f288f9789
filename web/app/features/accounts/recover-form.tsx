import { Button, Modal, Stack, Text } from '@mantine/core'
import { api } from '../../platform/api'
import { focusFirstError, showFieldErrors, useSchemaForm } from '../../platform/form'
import { later } from '../../platform/later'
import { MailField } from '../../ui/account-fields'
import { Failure } from '../../ui/failure'
import { TEXTS } from './texts'

const BODY = later(() => import('@campus/contract/accounts').then(({ RecoverBody }) => RecoverBody))

/** The password-recovery view: asks for a link by mail. */
export function RecoverForm({ onDone }: { onDone: () => void }) {
  const form = useSchemaForm(BODY, { email: '' })
  const recover = api.useMutation('post', '/api/recuperar-contrasena', {
    meta: { handled: true },
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
            Enviar enlace
          </Button>
        </Stack>
      </form>
      <Modal opened={recover.isSuccess} onClose={onDone} title={TEXTS.mailSent} centered withCloseButton={false}>
        <Stack gap="lg">
          <Text>{recover.data?.message}</Text>
          <Button onClick={onDone} data-autofocus fullWidth>
            Entendido
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
