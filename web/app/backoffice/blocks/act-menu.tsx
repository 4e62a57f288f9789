import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type ActMenuProps = { label: string; variant?: 'default' | 'subtle'; children: ReactNode }

/** The button with three dots and its menu. */
export function ActMenu({ label, variant = 'subtle', children }: ActMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant={variant} color="gray" size={44} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type MenuActProps = { icon?: Icon; label: string; color?: 'red'; disabled?: boolean; onClick: () => void }

/** A line of a menu that does something. */
export const MenuAct = ({ icon: Drawing, label, ...props }: MenuActProps) => (
  <Menu.Item leftSection={Drawing && <Drawing size={18} aria-hidden />} {...props}>
    {label}
  </Menu.Item>
)
