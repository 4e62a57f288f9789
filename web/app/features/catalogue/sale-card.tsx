import type { ShopCard } from '@campus/contract/catalogue'
import { academicHours, formatMinutes } from '@campus/contract/durations'
import type { Enrollment } from '@campus/contract/learning'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { count, formatMoney } from '../../lib/format'
import { CardFrame } from '../../ui/card-frame'
import { LevelBadge } from './level-badge'
import classes from './sale-card.module.css'

/** Slightly below the real width, so that the next smaller picture is loaded. */
const SIZES = '(max-width: 599px) 160px, (max-width: 1023px) 42vw, 360px'

type SaleCardProps = {
  course: ShopCard
  owned?: Enrollment
  order?: 2 | 3
  eager?: boolean
  /** Its page is on the way. */
  opening?: boolean
}

/** What the learner gets for the price: counted, never claimed. */
function factsOf({ lecciones, minutos, horas, certificado }: ShopCard): string {
  const facts = [lecciones > 0 && count(lecciones, 'lección', 'lecciones')]
  facts.push(minutos > 0 ? formatMinutes(minutos) : academicHours(horas))
  if (certificado) facts.push('certificado')
  return facts.filter((fact) => fact !== false).join(' · ')
}

/** A finished course leads to its certificate. */
function stateOf({ progreso, estado_avance, codigo_certificado }: Enrollment): string {
  if (estado_avance !== 'terminado')
    return progreso.porcentaje > 0 ? `Ya es tuyo · llevas ${progreso.porcentaje} %` : 'Ya es tuyo · sin empezar'
  return codigo_certificado ? 'Terminado · Ver certificado' : 'Terminado'
}

/** The same offer as on the course's page (docs/product/shop.md 3.4). */
function Price({ costo, precio_regular }: ShopCard) {
  return (
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
  )
}

export function SaleCard({ course, owned, order = 3, eager, opening }: SaleCardProps) {
  const { id, nombre, nivel, imagen, ensenan } = course
  return (
    <CardFrame
      image={imagen}
      sizes={SIZES}
      eager={eager}
      to={owned?.codigo_certificado ? `/certificado/${owned.codigo_certificado}` : `/detallecurso/${id}`}
      name={nombre}
      order={order}
      row
      badge={nivel && <LevelBadge level={nivel} />}
    >
      <div className={classes.facts}>
        {ensenan.length > 0 && <p>{ensenan.join(' y ')}</p>}
        <p>{factsOf(course)}</p>
      </div>
      {owned === undefined ? (
        <Price {...course} />
      ) : (
        <p className={classes.owned}>
          <IconCircleCheckFilled size={20} aria-hidden />
          <span>{stateOf(owned)}</span>
        </p>
      )}
      {opening && (
        <p className={classes.opening} role="status">
          Cargando curso...
        </p>
      )}
    </CardFrame>
  )
}
