import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { removeFromCart, returnToCart } from '../orders'
import type { CartLine } from './cart-lines'
import { TEXTS } from './texts'

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
        <span>{`Quitaste «${item.nombre}».`}</span>
        <Button variant="light" size="sm" onClick={undo}>
          {TEXTS.undo}
        </Button>
      </Group>
    ),
  })
}

/** Removes a line by its position (docs/product/shop.md 4.1) and offers to undo it. */
export function useRemove() {
  const list = useRef<HTMLUListElement>(null)
  const remove = (line: CartLine) => {
    removeFromCart(line.position)
    showUndo(line)
    // The focused button is gone, so the next one takes the focus, or the heading of an empty cart.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = buttons[Math.min(line.position, buttons.length - 1)] ?? document.querySelector('h1')
      next?.focus()
    })
  }
  return { list, remove }
}
