import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatDateTime, formatMoney } from '../../lib/format'
import { OFFER_NAMES } from '../settings/settings-texts'
import { useScreenPath } from '../shell/staff'
import { isOver, offerOf } from './offer'
import classes from './shop-price.module.css'

type Price = Pick<CourseDesk, 'costo' | 'promocion' | 'promocion_hasta'>

function NoEffect({ oferta }: Pick<CourseDesk, 'oferta'>) {
  const settings = useScreenPath('ajustes')
  return (
    <div role="status" className={classes.note}>
      <span>{`Esta promoción no tiene efecto: en Ajustes, «Ofertas» dice «${OFFER_NAMES[oferta]}».`}</span>
      {settings && (
        <Link to={settings} className={classes.link}>
          Cambiarlo en Ajustes
        </Link>
      )}
    </div>
  )
}

/** The price as the shop will show it, while it is typed. */
export function ShopPrice({ price, oferta }: { price: Price; oferta: CourseDesk['oferta'] }) {
  const now = Date.now()
  if (Number.isNaN(price.costo)) return null
  const { costo, precio_regular, oferta_hasta } = offerOf(price, oferta, now)
  const promoted = price.promocion !== null && price.promocion_hasta !== null
  return (
    <section className={classes.shop} aria-label="En la tienda">
      <p className={classes.title}>En la tienda</p>
      <p className={classes.price}>
        {precio_regular !== null && (
          <>
            <span className="visually-hidden">Precio regular: </span>
            <s>{formatMoney(precio_regular)}</s>
            <span className="visually-hidden">Ahora: </span>
          </>
        )}
        <strong>{formatMoney(costo)}</strong>
      </p>
      {oferta_hasta && (
        <Text size="sm" c="dimmed">
          {`Hasta el ${formatDateTime(oferta_hasta)}, hora de Lima. Después, ${formatMoney(price.costo)}.`}
        </Text>
      )}
      {promoted && oferta !== 'real' && <NoEffect oferta={oferta} />}
      {promoted && oferta === 'real' && isOver(price, now) && (
        <Text size="sm">{`La promoción terminó el ${formatDateTime(price.promocion_hasta)}.`}</Text>
      )}
    </section>
  )
}
