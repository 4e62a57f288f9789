import { Alert, Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { create } from 'zustand'
import { modulesPath } from '../../../lib/paths'
import { type CartItem, writeCart } from '../orders'
import classes from './cart.module.css'
import { type CartAnswer, type CartLine, linesOf } from './cart-lines'
import { TEXTS } from './texts'

export const useDropped = create<CartLine[]>(() => [])

/** Removes courses that are owned or no longer sold from the cart, and lists them for the note. */
export function dropUnsold(items: CartItem[], answer: CartAnswer): CartItem[] {
  const lines = linesOf(items, answer)
  const dropped = lines.filter(({ state }) => state === 'owned' || state === 'gone')
  if (dropped.length === 0) return items
  const left = lines.filter((line) => !dropped.includes(line)).map(({ item }) => item)
  writeCart(left)
  useDropped.setState(
    (before) => [...new Map([...before, ...dropped].map((line) => [line.item.id, line])).values()],
    true,
  )
  return left
}

function Reason({ line: { item, state } }: { line: CartLine }) {
  if (state === 'gone') return TEXTS.gone
  return (
    <span>
      {TEXTS.owned} ·{' '}
      <Anchor
        component={Link}
        to={modulesPath(item.id)}
        inherit
        c="inherit"
        underline="always"
        aria-label={`Ir a ${item.nombre}`}
      >
        {TEXTS.toCourse}
      </Anchor>
    </span>
  )
}

/** What left the cart by itself. */
export function DroppedNote() {
  const dropped = useDropped()
  return (
    <div role="status" className={classes.owned}>
      {dropped.length > 0 && (
        <Alert
          color="teal"
          icon={<IconInfoCircle aria-hidden />}
          role="group"
          withCloseButton
          closeButtonLabel="Cerrar aviso"
          onClose={() => useDropped.setState([], true)}
        >
          {dropped.map((line) => (
            <p key={line.item.id} className={classes.change}>
              <strong>{line.item.nombre}</strong>: <Reason line={line} />
            </p>
          ))}
        </Alert>
      )}
    </div>
  )
}
