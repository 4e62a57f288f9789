import { Menu, type MenuProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { MenuButton } from './late-menu'

/** The menu of a `LateMenu`: it opens as soon as it is mounted, and returns the focus to its button. */
export function OpenMenu({ button, children, ...props }: MenuProps & { button: MenuButton }) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    target.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu opened={opened} onChange={setOpened} {...props}>
      <Menu.Target>{button({ ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
