import { plainText } from '@campus/contract/plain-text'
import { IconBuildingStore, IconCopy, IconTrash } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { formatMoney } from '../../../lib/format'
import { coursePath } from '../../../lib/paths'
import { withBrand } from '../../../lib/redirect'
import { useRoot } from '../../../lib/root-data'
import { useSession } from '../../../lib/session'
import { IconButton } from '../../../ui/icon-button'
import { Late } from '../../../ui/late'
import { Picture } from '../../../ui/picture'
import { Tag } from '../../../ui/tag'
import classes from './cart.module.css'
import { type CartLine, isCounted } from './cart-lines'
import { TEXTS } from './texts'

/** Another brand's course, and the way to buy it there. */
function Elsewhere({ id, brand }: { id: number; brand: number }) {
  const here = useBrand()
  const seller = useRoot().brands.find((other) => other.id === brand)
  const session = useSession()
  if (!seller) return null
  const host = seller.url_base === here.url_base ? '' : seller.url_base
  return (
    <>
      <Tag icon={IconBuildingStore} tone="wait">
        {TEXTS.soldBy(seller.nombre)}
      </Tag>
      {session && <span className={classes.description}>{TEXTS.ownAccount}</span>}
      {/* A full load, because the theme belongs to the document. */}
      <a href={host + withBrand(coursePath(id), brand)} className={classes.toCourse}>
        {TEXTS.goToBrand(seller.nombre)}
      </a>
    </>
  )
}

const CartGroup = lazy(() => import('./cart-group'))

function Standing({ line: { state, item, brand, groups } }: { line: CartLine }) {
  if (brand !== undefined) return <Elsewhere id={item.id} brand={brand} />
  if (state === 'repeated' || state === 'full')
    return (
      <Tag icon={IconCopy} tone="wait">
        {TEXTS[state]}
      </Tag>
    )
  return (
    groups && (
      <Late>
        <CartGroup course={item.id} groups={groups} />
      </Late>
    )
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
          <span>{formatMoney(precio_regular)}</span>
        </s>
      )}
      <strong>
        {struck && <span className="visually-hidden">Precio: </span>}
        <span>{formatMoney(costo)}</span>
      </strong>
    </p>
  )
}

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
          {state === 'elsewhere' ? item.nombre : <Link to={coursePath(item.id)}>{item.nombre}</Link>}
        </h3>
        {words && <p className={classes.description}>{words}</p>}
      </div>
      <div className={classes.foot}>
        <div className={classes.standing}>
          <Standing line={line} />
        </div>
        <Price line={line} />
      </div>
      <IconButton className={classes.remove} aria-label={`Quitar ${item.nombre}`} onClick={onRemove} data-remove>
        <IconTrash size={20} stroke={1.7} aria-hidden />
      </IconButton>
    </li>
  )
}
