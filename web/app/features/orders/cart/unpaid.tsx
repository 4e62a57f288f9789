import { IconMessageCircle } from '@tabler/icons-react'
import { useBrand } from '../../../lib/brand'
import { enrolContacts } from '../../../lib/contact'
import { LinkButton } from '../../../ui/button'
import { ContactButton } from '../../../ui/contact-button'
import { EmptyState } from '../../../ui/empty-state'
import { Group, Stack } from '../../../ui/stack'
import type { CartItem } from '../orders'
import classes from './summary.module.css'
import { TEXTS } from './texts'

/** Instead of an empty cart, where the campus takes no payments (docs/product/shop.md 6.14). */
export function UnpaidCart() {
  const [contact] = enrolContacts(useBrand())
  return (
    <EmptyState
      icon={IconMessageCircle}
      title={TEXTS.unpaid}
      text={TEXTS.unpaidText}
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
export function AskForCart({ items }: { items: CartItem[] }) {
  const priced = items.filter(({ costo }) => costo > 0)
  const [contact] = enrolContacts(
    useBrand(),
    priced.map(({ nombre }) => nombre),
  )
  return (
    <Stack>
      <p className={classes.unpaid}>
        <strong>{TEXTS.unpaid}</strong>
        {TEXTS.unpaidText}
      </p>
      {contact && (
        <ContactButton contact={contact} size="lg" fullWidth>
          {TEXTS.ask}
        </ContactButton>
      )}
      {priced.length < items.length && <p className={classes.terms}>{TEXTS.unpaidMixed}</p>}
    </Stack>
  )
}
