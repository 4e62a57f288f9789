import type { CourseCard } from '@campus/contract/catalogue'
import { formatHours, formatMoney } from '../platform/format'
import { CardFrame } from './card-frame'
import { LevelBadge } from './level-badge'
import classes from './sale-card.module.css'

/**
 * How wide the picture of a card is in `SaleGrid`: one in a row, two, and then as many as fit. A little less than the truth:
 * phones then take the picture of 640 pixels, blown up by some percent, instead of the one of 1280, which weighs four times.
 */
const SIZES = '(max-width: 599px) 84vw, (max-width: 1023px) 42vw'

type Sold = Pick<
  CourseCard,
  'id' | 'nombre' | 'nivel' | 'horas' | 'costo' | 'precio_regular' | 'oferta_hasta' | 'imagen'
>

type SaleCardProps = { course: Sold; order?: 2 | 3; eager?: boolean; wide?: boolean }

/**
 * A course as it is offered: picture, level, name, hours and price (storefront.md section 2); the whole card leads to
 * its page. The regular price is struck only while a real promotion runs.
 */
export function SaleCard({ course, order = 3, eager, wide = false }: SaleCardProps) {
  const { id, nombre, nivel, horas, costo, precio_regular, oferta_hasta, imagen } = course
  const regular = oferta_hasta ? precio_regular : null
  return (
    <CardFrame
      image={imagen}
      sizes={`${SIZES}, ${wide ? 360 : 290}px`}
      eager={eager}
      to={`/detallecurso/${id}`}
      name={nombre}
      order={order}
      badge={nivel && <LevelBadge level={nivel} />}
    >
      <p className={classes.facts}>
        <span>{formatHours(horas)}</span>
        <span className={classes.price}>
          {regular !== null && (
            <>
              <span className="visually-hidden">Precio regular: </span>
              <s>{formatMoney(regular)}</s>
              <span className="visually-hidden">Ahora: </span>
            </>
          )}
          <strong>{formatMoney(costo)}</strong>
        </span>
      </p>
    </CardFrame>
  )
}
