import { IconBrandWhatsapp, IconMail, IconMessageCircle, IconPhone } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Contact } from '../lib/contact'
import { AnchorButton, LinkButton } from './button'
import classes from './contact-button.module.css'

const ICONS = { whatsapp: IconBrandWhatsapp, correo: IconMail, telefono: IconPhone, soporte: IconMessageCircle }

type ContactButtonProps = Pick<
  ComponentProps<typeof AnchorButton>,
  'variant' | 'size' | 'fullWidth' | 'className' | 'children'
> & { contact: Contact }

/** Opens the chat, the mail program, the telephone or the form. */
export function ContactButton({ contact: { kind, href }, className = '', ...rest }: ContactButtonProps) {
  const Drawing = ICONS[kind]
  const shown = {
    ...rest,
    className: `${classes.contact} ${className}`,
    leftSection: <Drawing size={22} stroke={1.7} aria-hidden />,
  }
  if (kind === 'soporte') return <LinkButton to={href} {...shown} />
  const outside = kind === 'whatsapp' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return <AnchorButton href={href} {...outside} {...shown} />
}
