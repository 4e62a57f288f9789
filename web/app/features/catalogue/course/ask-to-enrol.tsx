import { useBrand } from '../../../lib/brand'
import { enrolContacts } from '../../../lib/contact'
import { ContactButton } from '../../../ui/contact-button'
import classes from './buy-card.module.css'
import { TEXTS } from './texts'

/** Instead of the button to buy, where the campus takes no payments (docs/product/shop.md 6.14). */
export function AskToEnrol({ course }: { course: string }) {
  const [contact] = enrolContacts(useBrand(), [course])
  return (
    contact && (
      <ContactButton contact={contact} size="lg" fullWidth className={classes.buy}>
        {TEXTS.ask}
      </ContactButton>
    )
  )
}
