import type { Order } from '@campus/contract/orders'
import type { ReactNode } from 'react'
import { Picture } from '../../../ui/picture'
import classes from './celebration.module.css'

type Line = Order['lineas'][number]

/** The courses of an order, large and by name. */
export function BoughtCourses({ lines, action }: { lines: Line[]; action?: (line: Line) => ReactNode }) {
  return (
    <ul className={classes.courses}>
      {lines.map((line) => (
        <li key={line.id_curso} className={classes.course}>
          <Picture src={line.imagen} alt="" ratio={16 / 9} sizes="(max-width: 480px) 90vw, 280px" />
          <strong className={classes.name}>{line.nombre}</strong>
          {line.grupo && <span>{line.grupo}</span>}
          {action?.(line)}
        </li>
      ))}
    </ul>
  )
}
