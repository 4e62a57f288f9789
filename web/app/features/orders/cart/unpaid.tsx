import { Button, Group, Stack } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { enrolContacts } from '../../../lib/contact'
import { ContactButton } from '../../../ui/contact-button'
import { EmptyState } from '../../../ui/empty-state'
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
          <Button component={Link} to="/cursos" variant="default">
            Ver los cursos
          </Button>
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
    <Stack gap="md">
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
