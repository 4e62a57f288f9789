import { ActionIcon, Anchor } from '@mantine/core'
import { IconBan, IconCircleCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useBrand } from '../../platform/brand'
import { type CartLine, isCounted, type LineState } from '../../platform/cart-lines'
import { formatMoney } from '../../platform/format'
import { modulesPath } from '../../platform/paths'
import { plainText } from '../../platform/plain-text'
import { Picture } from '../../ui/picture'
import { Tag } from '../../ui/tag'
import classes from './cart.module.css'
import { T } from './texts'

const MARKED = new Set<LineState>(['owned', 'repeated', 'gone'])

function Standing({ line: { state, item } }: { line: CartLine }) {
  const brand = useBrand()
  if (state === 'owned')
    return (
      <>
        <Tag icon={IconCircleCheck} tone="good">
          {T.owned}
        </Tag>
        <Anchor component={Link} to={modulesPath(item.id)} className={classes.toCourse}>
          {T.toCourse}
          <span className="visually-hidden"> {item.nombre}</span>
        </Anchor>
      </>
    )
  if (state === 'repeated')
    return (
      <Tag icon={IconCopy} tone="wait">
        Repetido
      </Tag>
    )
  return (
    <Tag icon={IconBan} tone="bad">
      No está disponible en {brand.nombre}
    </Tag>
  )
}

function Price({ line }: { line: CartLine }) {
  const { costo, precio_regular } = line.item
  if (!isCounted(line)) return null
  const struck = typeof precio_regular === 'number' && precio_regular > costo
  return (
    <p className={classes.price}>
      {struck && (
        <s>
          <span className="visually-hidden">Precio regular: </span>
          {formatMoney(precio_regular)}
        </s>
      )}
      <strong>
        {struck && <span className="visually-hidden">Precio: </span>}
        {formatMoney(costo)}
      </strong>
    </p>
  )
}

/** A course of the cart: picture, name, a few words, what it costs, and the way out. */
export function CartRow({ line, onRemove }: { line: CartLine; onRemove: () => void }) {
  const { item, state } = line
  const words = plainText(item.descripcion)
  return (
    <li className={classes.row} data-out={!isCounted(line) || undefined}>
      <div className={classes.picture}>
        <Picture src={item.imagen} alt="" ratio={16 / 9} sizes="(max-width: 640px) 96px, 168px" />
      </div>
      <div className={classes.words}>
        <h3 className={classes.name}>
          {state === 'gone' ? item.nombre : <Link to={`/detallecurso/${item.id}`}>{item.nombre}</Link>}
        </h3>
        {words && <p className={classes.description}>{words}</p>}
      </div>
      <div className={classes.foot}>
        {MARKED.has(state) && (
          <div className={classes.standing}>
            <Standing line={line} />
          </div>
        )}
        <Price line={line} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        className={classes.remove}
        aria-label={`Quitar ${item.nombre}`}
        onClick={onRemove}
        data-remove
      >
        <IconTrash size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}
