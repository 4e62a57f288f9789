import { useRef } from 'react'
import { toast } from '../../../lib/toasts'
import { removeFromCart, returnToCart } from '../orders'
import type { CartLine } from './cart-lines'
import { TEXTS } from './texts'

function showUndo({ item, position }: CartLine): void {
  const action = { text: TEXTS.undo, onClick: () => returnToCart(item, position) }
  toast(`Quitaste «${item.nombre}».`, { id: `quitado-${item.id}-${position}`, action })
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
