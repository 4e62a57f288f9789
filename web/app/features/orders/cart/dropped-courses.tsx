import { IconInfoCircle, IconTag, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { create } from 'zustand'
import { formatMoney } from '../../../lib/format'
import { modulesPath } from '../../../lib/paths'
import { Alert } from '../../../ui/alert'
import { IconButton } from '../../../ui/icon-button'
import { type CartItem, writeCart } from '../orders'
import classes from './cart.module.css'
import { type CartAnswer, type CartLine, linesOf, type PriceChange } from './cart-lines'
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
      <Link to={modulesPath(item.id)} aria-label={`Ir a ${item.nombre}`}>
        {TEXTS.toCourse}
      </Link>
    </span>
  )
}

/** What left the cart by itself. */
export function DroppedNote() {
  const dropped = useDropped()
  return (
    <div role="status" className={classes.owned}>
      {dropped.length > 0 && (
        <Alert color="teal" icon={<IconInfoCircle aria-hidden />} role="group" className={classes.dropped}>
          {dropped.map((line) => (
            <p key={line.item.id}>
              <strong>{line.item.nombre}</strong>: <Reason line={line} />
            </p>
          ))}
          <IconButton aria-label="Cerrar aviso" className={classes.close} onClick={() => useDropped.setState([], true)}>
            <IconX size={18} aria-hidden />
          </IconButton>
        </Alert>
      )}
    </div>
  )
}

/** Announced politely, because a price may change while the cart is open. */
export function PriceChanges({ changes, className }: { changes: PriceChange[]; className?: string }) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <Alert role="group" color="yellow" icon={<IconTag aria-hidden />} className={className}>
          {changes.map(({ id, nombre, before, now }) => (
            <p key={id}>
              <strong>{`El precio de ${nombre} cambió`}</strong>
              <span>{`: antes ${formatMoney(before)}, ahora ${formatMoney(now)}.`}</span>
            </p>
          ))}
        </Alert>
      )}
    </div>
  )
}
