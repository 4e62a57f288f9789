import type { StaffOrder } from '@campus/contract/orders.staff'
import { formatDate, formatMoney } from '../../lib/format'
import { Panel } from '../../ui/panel'
import rows from '../blocks/rows.module.css'
import { OrderInstalments } from './order-instalments'
import { OrderReceipt } from './order-receipt'
import classes from './orders.module.css'

type Line = StaffOrder['lineas'][number]

const lineText = ({ precio, descuento, avance, certificado }: Line): string =>
  [
    descuento > 0 ? `${formatMoney(precio)} menos ${formatMoney(descuento)}` : formatMoney(precio),
    `${avance} % de avance`,
    certificado && `Certificado ${certificado}`,
  ]
    .filter(Boolean)
    .join(' · ')

function LineRow({ line }: { line: Line }) {
  const { nombre, grupo, pagado, devuelto, cerrada_en: closed } = line
  const back = [devuelto > 0 && `Se devolvió ${formatMoney(devuelto)}`, closed && `Cerrado el ${formatDate(closed)}`]
  const told = back.filter(Boolean).join(' · ')
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <span className={rows.name}>{nombre}</span>
        <span className={rows.detail}>{[grupo, lineText(line)].filter(Boolean).join(' · ')}</span>
        {told && <span className={classes.back}>{told}</span>}
      </span>
      <span className={rows.amount}>{formatMoney(pagado)}</span>
    </li>
  )
}

function Waiting({ movimientos, devoluciones }: StaffOrder) {
  const waiting = [
    ...movimientos.flatMap(({ espera, monto }) => (espera ? [-monto] : [])),
    ...devoluciones.flatMap(({ estado, monto }) => (estado === 'enviada' ? [monto] : [])),
  ]
  return waiting.map((amount, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
    <p key={at} className={classes.waiting}>
      {`MercadoPago todavía no confirma la devolución de ${formatMoney(amount)}.`}
    </p>
  ))
}

/** What was asked, what came, what went back, and of which course. */
export function OrderMoney({ order }: { order: StaffOrder }) {
  const { total, descuento, codigo, motivo, cobrado, debe, devuelto, neto, lineas } = order
  const figures = [
    ['Total', total],
    ['Cobrado', cobrado],
    ...(debe > 0 ? [['Debe', debe] as const] : []),
    ...(debe > 0 && devuelto === 0
      ? []
      : ([
          ['Devuelto', devuelto],
          ['Neto', neto],
        ] as const)),
  ] as const
  const discount = [descuento > 0 && `Con ${formatMoney(descuento)} de descuento`, codigo && `código ${codigo}`, motivo]
  return (
    <section aria-label="Dinero">
      <Panel>
        <dl className={classes.figures}>
          {figures.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
        {descuento > 0 && <p className={rows.detail}>{discount.filter(Boolean).join(', ')}</p>}
        <Waiting {...order} />
        <ul className={classes.lines} aria-label="Cursos">
          {lineas.map((line) => (
            <LineRow key={line.id_curso} line={line} />
          ))}
        </ul>
        <OrderInstalments order={order} />
        <OrderReceipt order={order} />
      </Panel>
    </section>
  )
}
