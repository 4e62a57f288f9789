import type { Forum } from '@campus/contract/forums'
import { IconEdit, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { Menu, type MenuButton, MenuItem } from '../../../ui/menu'
import { TEXTS } from './texts'

export type CardActions = { onEdit: () => void; onDelete: () => void; onPin: () => void }

type ForumMenuProps = CardActions & { forum: Forum; mine: boolean; staff: boolean; button: MenuButton }

/** What its author and its moderators do with a forum. */
export default function ForumMenu({ forum, mine, staff, button, onEdit, onDelete, onPin }: ForumMenuProps) {
  return (
    <Menu width={200} opens button={button}>
      {staff && (
        <MenuItem icon={forum.pinned ? IconPinnedOff : IconPin} onClick={onPin}>
          {forum.pinned ? TEXTS.unpin : TEXTS.pin}
        </MenuItem>
      )}
      {mine && (staff || !forum.pinned) && (
        <MenuItem icon={IconEdit} onClick={onEdit}>
          {TEXTS.edit}
        </MenuItem>
      )}
      {mine && (
        <MenuItem icon={IconTrash} onClick={onDelete}>
          {TEXTS.remove}
        </MenuItem>
      )}
    </Menu>
  )
}
