import type { CalendarEvent } from '@campus/contract/calendar'
import { IconBrandGoogle, IconCalendarPlus, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Menu, MenuAnchor, type MenuButton, MenuItem, MenuLink } from '../../ui/menu'
import { downloadSession } from './download-session'
import { linkOf } from './events'
import { googleLink } from './google-link'
import { TEXTS } from './texts'

type SessionOptionsProps = { event: CalendarEvent; id: number; button: MenuButton }

/** What can be done with a live session; the menu opens as soon as it is mounted. */
export default function SessionOptions({ event, id, button }: SessionOptionsProps) {
  const download = useMutation({ mutationFn: () => downloadSession(id), meta: { errorText: TEXTS.downloadError } })
  const link = linkOf(event)
  return (
    <Menu width={248} opens button={(props) => button({ ...props, 'aria-busy': download.isPending || undefined })}>
      <MenuLink icon={IconPlayerPlay} to={link.to}>
        {link.text}
      </MenuLink>
      <MenuAnchor
        icon={IconBrandGoogle}
        href={googleLink(event, window.location.origin)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {TEXTS.google}
      </MenuAnchor>
      <MenuItem icon={IconCalendarPlus} onClick={() => download.mutate()}>
        Agregar a mi calendario
      </MenuItem>
    </Menu>
  )
}
