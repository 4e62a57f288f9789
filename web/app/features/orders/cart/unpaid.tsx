import { IconMessageCircle } from '@tabler/icons-react'
import { useBrand } from '../../../lib/brand'
import { enrolContacts } from '../../../lib/contact'
import { LinkButton } from '../../../ui/button'
import { ContactButton } from '../../../ui/contact-button'
import { EmptyState } from '../../../ui/empty-state'
import { Group, Stack } from '../../../ui/stack'
import type { CartItem } from '../orders'
import { TEXTS } from './texts'
import classes from './unpaid.module.css'

const UNPAID_TEXT = 'Escríbele a la academia qué curso quieres: te dice cómo pagar y lo abre en tu cuenta.'
const MIXED_TEXT = 'Para llevarte ya los cursos gratuitos, quita de tu carrito los de pago.'

/** Instead of an empty cart, where the campus takes no payments (docs/product/shop.md 6.14). */
function EmptyCart() {
  const [contact] = enrolContacts(useBrand())
  return (
    <EmptyState
      icon={IconMessageCircle}
      title={TEXTS.unpaid}
      text={UNPAID_TEXT}
      action={
        <Group justify="center" gap="sm">
          {contact && <ContactButton contact={contact}>{TEXTS.ask}</ContactButton>}
          <LinkButton to="/cursos" variant="default">
            Ver los cursos
          </LinkButton>
        </Group>
      }
    />
  )
}

/** Instead of the button to buy; the message names the courses. */
function Ask({ items }: { items: CartItem[] }) {
  const priced = items.filter(({ costo }) => costo > 0)
  const [contact] = enrolContacts(
    useBrand(),
    priced.map(({ nombre }) => nombre),
  )
  return (
    <Stack>
      <p className={classes.unpaid}>
        <strong>{TEXTS.unpaid}</strong>
        {UNPAID_TEXT}
      </p>
      {contact && (
        <ContactButton contact={contact} size="lg" fullWidth>
          {TEXTS.ask}
        </ContactButton>
      )}
      {priced.length < items.length && <p className={classes.mixed}>{MIXED_TEXT}</p>}
    </Stack>
  )
}

/** Null is an empty cart. */
export default function Unpaid({ items }: { items: CartItem[] | null }) {
  return items ? <Ask items={items} /> : <EmptyCart />
}
