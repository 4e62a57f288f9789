import { Button, type ButtonProps } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconMessageCircle, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Contact } from '../lib/contact'
import classes from './contact-button.module.css'

const ICONS = { whatsapp: IconBrandWhatsapp, correo: IconMail, telefono: IconPhone, soporte: IconMessageCircle }

/** Opens the chat, the mail program, the telephone or the form. */
export function ContactButton({
  contact: { kind, href },
  children,
  ...rest
}: ButtonProps & { contact: Contact; children: ReactNode }) {
  const Drawing = ICONS[kind]
  const shown = {
    px: 'xs',
    classNames: { root: classes.root, label: classes.label },
    leftSection: <Drawing size={22} stroke={1.7} aria-hidden />,
    children,
    ...rest,
  }
  if (kind === 'soporte') return <Button component={Link} to={href} {...shown} />
  const outside = kind === 'whatsapp' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return <Button component="a" href={href} {...outside} {...shown} />
}
