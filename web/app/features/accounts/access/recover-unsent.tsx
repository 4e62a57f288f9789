import { useBrand } from '../../../lib/brand'
import { type Contact, contactsOf } from '../../../lib/contact'
import { ContactButton } from '../../../ui/contact-button'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import classes from './account-links.module.css'
import { RecoverForm } from './recover-form'

const labelOf = ({ kind, value }: Contact): string =>
  ({ whatsapp: 'Escribir por WhatsApp', correo: value, telefono: `Llamar al ${value}`, soporte: '' })[kind]

/** Recovery where no mail is sent: whom to ask; the operator finds the link on the server (docs/operations.md). */
export function RecoverUnsent({ suggested, onDone }: { suggested?: string; onDone: () => void }) {
  const brand = useBrand()
  // Support requires the login that is missing here.
  const contacts = contactsOf(brand, 'No puedo entrar', 'Hola, olvidé mi contraseña del campus. Mi correo es ').filter(
    ({ kind }) => kind !== 'soporte',
  )
  return (
    <Stack>
      {contacts.map((contact, at) => (
        <ContactButton
          key={contact.kind}
          contact={contact}
          size="lg"
          fullWidth
          variant={at === 0 ? 'filled' : 'default'}
        >
          {labelOf(contact)}
        </ContactButton>
      ))}
      <details className={classes.fold}>
        <summary>¿Administras este campus?</summary>
        <Stack>
          <Text small dimmed>
            El enlace se guarda en el servidor, en la carpeta «correo» de sus datos. Sirve una hora.
          </Text>
          <RecoverForm
            suggested={suggested}
            submitLabel="Guardar el enlace en el servidor"
            doneTitle="Pedido guardado"
            onDone={onDone}
          />
        </Stack>
      </details>
    </Stack>
  )
}
