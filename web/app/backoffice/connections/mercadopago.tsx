import { type Connections, MercadoPagoBody } from '@campus/contract/connections'
import { Alert, Checkbox, PasswordInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTestPipe } from '@tabler/icons-react'
import { useState } from 'react'
import { client } from '../../lib/client'
import { ConnectionPanel } from './connection-panel'
import classes from './connections.module.css'
import { type Confirmed, TrialForm } from './trial-form'
import { Webhook, WebhookAddress } from './webhook'
import { SAVED_SECRET } from './words'

const TEXTS = {
  title: 'MercadoPago',
  trying: 'Probando con MercadoPago…',
  tried: 'MercadoPago respondió bien.',
  variables: 'MERCADOPAGO_ACCESS_TOKEN y MERCADOPAGO_WEBHOOK_SECRET',
  unreadable: 'Mientras tanto no se vende en línea.',
  removal: 'Dejas de vender en línea. Lo ya cobrado se queda como está, pero no podrás devolverlo desde aquí.',
}

const EMPTY = { access_token: '', webhook_secret: '', otra_cuenta: false }
type Values = typeof EMPTY

const bodyOf = (isSaved: boolean) => (values: Values, confirmed: Confirmed) => {
  const secret = (text: string) => (text === '' && isSaved ? undefined : text)
  return {
    ...{ ...values, ...confirmed },
    access_token: secret(values.access_token),
    webhook_secret: secret(values.webhook_secret),
  }
}

const PANEL = 'https://www.mercadopago.com.pe/developers/panel/app'

const Steps = ({ url }: { url: string }) => (
  <ol className={classes.steps}>
    <li>
      Abre{' '}
      <a href={PANEL} target="_blank" rel="noopener noreferrer">
        Tus integraciones
      </a>{' '}
      con la cuenta que cobrará, y crea una aplicación de pagos en línea.
    </li>
    <li>En Credenciales de producción copia el Access Token.</li>
    <li>
      En Webhooks pega esta dirección, elige el evento Pagos, guarda y copia la clave secreta:
      <WebhookAddress url={url} />
    </li>
  </ol>
)

const OTHER_ACCOUNT = 'Es otra cuenta: lo cobrado con la anterior ya no se podrá devolver desde aquí.'

/** Asked only after the server found that the keys are another account's. */
function OtherAccount({ form }: { form: UseFormReturnType<Values> }) {
  const [text, setText] = useState('')
  const { error, ...field } = form.getInputProps('otra_cuenta', { type: 'checkbox' })
  if (typeof error === 'string' && error !== text) setText(error)
  return text && <Checkbox {...field} label={OTHER_ACCOUNT} description={text} />
}

type FieldsProps = { form: UseFormReturnType<Values>; isSaved: boolean }

function Fields({ form, isSaved }: FieldsProps) {
  const secret = (name: 'access_token' | 'webhook_secret', saved: string) => ({
    ...form.getInputProps(name),
    ...{ name, autoComplete: 'new-password', spellCheck: false, 'aria-invalid': name in form.errors },
    description: isSaved && saved,
  })
  return (
    <>
      <PasswordInput label="Access Token" {...secret('access_token', 'Guardado. Déjalo vacío para no cambiarlo.')} />
      <PasswordInput label="Clave secreta de los avisos" {...secret('webhook_secret', SAVED_SECRET)} />
      <OtherAccount form={form} />
    </>
  )
}

type MercadoPagoProps = { connections: Connections; onDirty: (isDirty: boolean) => void }

/** The gateway's keys. */
export function MercadoPago({ connections, onDirty }: MercadoPagoProps) {
  const { origen, version, prueba, aviso } = connections.mercadopago
  const inForce = origen === 'pantalla' || origen === 'instalacion'
  const isSaved = origen === 'pantalla'
  return (
    <ConnectionPanel
      which="mercadopago"
      connections={connections}
      texts={TEXTS}
      form={(form) => (
        <TrialForm
          {...form}
          label="MercadoPago"
          values={EMPTY}
          version={version}
          schema={MercadoPagoBody}
          body={bodyOf(isSaved)}
          send={(body) => client.PUT('/api/gestion/conexiones/mercadopago', { body })}
          confirm={{ text: 'Probamos las claves con MercadoPago antes de guardarlas.', waiting: TEXTS.trying }}
          onDirty={onDirty}
        >
          {(fields) => (
            <>
              {!isSaved && <Steps url={aviso.url} />}
              <Fields form={fields} isSaved={isSaved} />
            </>
          )}
        </TrialForm>
      )}
    >
      {prueba && (
        <Alert
          color="yellow"
          mt="md"
          icon={<IconTestPipe aria-hidden />}
          title="Claves de prueba: ningún pago es real."
        />
      )}
      {inForce && <Webhook aviso={aviso} />}
    </ConnectionPanel>
  )
}
