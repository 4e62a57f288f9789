import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { removeFromCart, returnToCart } from '../../platform/cart'
import type { CartLine } from '../../platform/cart-lines'
import { T } from './texts'

/** Long enough to read it and to reach the button. */
const UNDO_MS = 8000

function showUndo({ item, position }: CartLine): void {
  const id = `quitado-${item.id}-${position}`
  const undo = () => {
    notifications.hide(id)
    returnToCart(item, position)
  }
  notifications.show({
    id,
    role: 'status',
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span>Quitaste «{item.nombre}».</span>
        <Button variant="light" size="sm" onClick={undo}>
          {T.undo}
        </Button>
      </Group>
    ),
  })
}

/** Removes a line by its position (storefront.md section 4), offers it back, and keeps the focus near. */
export function useRemove() {
  const list = useRef<HTMLUListElement>(null)
  const remove = (line: CartLine) => {
    removeFromCart(line.position)
    showUndo(line)
    // The button that had the focus is gone; the next one takes it, or the page's heading when nothing is left.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = buttons[Math.min(line.position, buttons.length - 1)] ?? document.querySelector('h1')
      next?.focus()
    })
  }
  return { list, remove }
}
