import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { MenuButton } from '../../../ui/late-menu'
import { OpenMenu } from '../../../ui/open-menu'
import { type How, WAYS } from './follow-ways'
import classes from './forum.module.css'

type FollowMenuProps = { button: MenuButton; chosen: How; onChoose: (how: How) => void }

export default function FollowMenu({ button, chosen, onChoose }: FollowMenuProps) {
  return (
    <OpenMenu button={button} width={300} checkIcon={<IconCheck size={18} aria-hidden />} alignItemsLabels="all">
      {WAYS.map(({ how, icon: Drawing, name, help }) => (
        <Menu.RadioItem
          key={name}
          value={name}
          checked={how === chosen}
          onChange={() => onChoose(how)}
          closeMenuOnClick
          rightSection={<Drawing size={20} aria-hidden />}
        >
          <span className={classes.way}>
            <strong>{name}</strong>
            <span>{help}</span>
          </span>
        </Menu.RadioItem>
      ))}
    </OpenMenu>
  )
}
