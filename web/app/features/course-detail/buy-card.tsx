import { Button } from '@mantine/core'
import {
  type Icon,
  IconArrowRight,
  IconCertificate,
  IconCircleCheckFilled,
  IconLifebuoy,
  IconLock,
  IconReceiptRefund,
  IconShoppingCart,
  IconShoppingCartCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useBrand } from '../../platform/brand'
import { addToCart, type CartItem, useCart } from '../../platform/cart'
import { formatMoney } from '../../platform/format'
import { modulesPath } from '../../platform/paths'
import { excerpt, plainText } from '../../platform/plain-text'
import { Picture } from '../../ui/picture'
import { ProgressBar } from '../../ui/progress'
import classes from './buy-card.module.css'
import { CountdownClock } from './countdown-clock'
import type { Outline } from './outline'
import { T } from './texts'
import { type Ownership, useOwnership } from './use-ownership'

/** A cart's line says so much of a course. */
const CART_DESCRIPTION = 160

const itemOf = ({ id, nombre, descripcion, costo, imagen, precio_regular }: Outline): CartItem => ({
  id,
  nombre,
  descripcion: excerpt(plainText(descripcion), CART_DESCRIPTION),
  costo,
  imagen,
  precio_regular,
})

function Price({ course }: { course: Outline }) {
  return (
    <p className={classes.price}>
      <span className="visually-hidden">{T.now} </span>
      <strong>{formatMoney(course.costo)}</strong>
      {course.precio_regular !== null && (
        <>
          <span className="visually-hidden"> {T.regular} </span>
          <s>{formatMoney(course.precio_regular)}</s>
        </>
      )}
    </p>
  )
}

/** The price with its offer; for who owns the course, how far they are. Both have the same place: nothing moves. */
function Terms({ course, ownership }: { course: Outline; ownership: Ownership }) {
  return (
    <div className={classes.terms}>
      <div className={classes.offer} data-away={ownership.state === 'owned' || undefined}>
        <Price course={course} />
        {course.precio_regular !== null && <CountdownClock until={course.oferta_hasta} />}
      </div>
      {ownership.state === 'owned' && (
        <div className={classes.mine}>
          <p className={classes.owned}>
            <IconCircleCheckFilled size={24} aria-hidden />
            {T.owned}
          </p>
          <p className={classes.done}>Llevas {ownership.porcentaje}% completado.</p>
          <ProgressBar value={ownership.porcentaje} label={`Avance en ${course.nombre}`} />
        </div>
      )}
    </div>
  )
}

/** The one button. A form that leads to the cart with the course, so that it works without JavaScript too. */
function Buy({ course }: { course: Outline }) {
  const navigate = useNavigate()
  return (
    <form
      method="get"
      action="/carrito"
      className={classes.buy}
      onSubmit={(event) => {
        event.preventDefault()
        addToCart(itemOf(course))
        navigate('/carrito')
      }}
    >
      <input type="hidden" name="agregar" value={course.id} />
      <Button type="submit" size="lg" fullWidth>
        {T.buy}
      </Button>
    </form>
  )
}

/** For who goes on looking: keeps the course and stays. Needs the browser's memory, so it stands only where there is one. */
function KeepForLater({ course }: { course: Outline }) {
  const added = useCart()?.some(({ id }) => id === course.id) ?? false
  return (
    <>
      {added ? (
        <Button
          component={Link}
          to="/carrito"
          variant="subtle"
          fullWidth
          leftSection={<IconShoppingCartCheck size={20} aria-hidden />}
        >
          {T.inCart}
        </Button>
      ) : (
        <Button
          variant="subtle"
          fullWidth
          leftSection={<IconShoppingCart size={20} aria-hidden />}
          onClick={() => addToCart(itemOf(course))}
        >
          {T.add}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {added && T.added}
      </span>
    </>
  )
}

function Mark({ icon: Drawing, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li>
      <Drawing size={20} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

/** Why one may trust: who takes the money, what one gets, whom to ask, and how to get the money back. */
function TrustMarks({ certified }: { certified: boolean }) {
  const { correo } = useBrand()
  return (
    <ul className={classes.marks}>
      <Mark icon={IconLock}>Pago seguro con MercadoPago</Mark>
      {certified && <Mark icon={IconCertificate}>Certificado con código único</Mark>}
      <Mark icon={IconLifebuoy}>
        Te ayudamos en <a href={`mailto:${correo}`}>{correo}</a>
      </Mark>
      <Mark icon={IconReceiptRefund}>
        <Link to="/reembolsos">{T.refunds}</Link>
      </Mark>
    </ul>
  )
}

/** Picture, price, countdown and the one button: beside the text on desktops; on phones the button stays in sight. */
export function BuyCard({ course, certified }: { course: Outline; certified: boolean }) {
  const ownership = useOwnership(course.id)
  const { state } = ownership
  return (
    <section aria-label={T.price} className={classes.card} data-state={state}>
      <div className={classes.picture}>
        <Picture
          src={course.imagen}
          alt=""
          ratio={16 / 9}
          sizes="(max-width: 767px) 92vw, (max-width: 1099px) 640px, 360px"
          eager
        />
      </div>
      <div className={classes.body}>
        <Terms course={course} ownership={ownership} />
        <div className={classes.bar}>
          {state !== 'owned' && <Price course={course} />}
          {state === 'owned' ? (
            <Button
              component={Link}
              to={modulesPath(course.id)}
              prefetch="intent"
              size="lg"
              fullWidth
              className={classes.buy}
              rightSection={<IconArrowRight size={20} aria-hidden />}
            >
              {T.go}
            </Button>
          ) : (
            <Buy course={course} />
          )}
        </div>
        <div className={classes.keep}>
          {state === 'owned' ? (
            <Button component={Link} to="/miscursos" variant="subtle" fullWidth>
              {T.mine}
            </Button>
          ) : (
            <KeepForLater course={course} />
          )}
        </div>
        <TrustMarks certified={certified} />
      </div>
    </section>
  )
}
