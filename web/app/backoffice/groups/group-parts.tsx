import type { GroupRow } from '@campus/contract/groups.staff'
import { IconCalendarOff, IconCircleCheck, IconShoppingCart } from '@tabler/icons-react'
import { Tag } from '../../ui/tag'
import rows from '../blocks/rows.module.css'
import classes from './groups.module.css'
import { leftText, placesText } from './words'

export function GroupState({ group: { cerrado, abierto, en_venta } }: { group: GroupRow }) {
  if (!abierto)
    return (
      <Tag icon={IconCalendarOff} tone="plain">
        {cerrado ? 'Cerrado' : 'Terminó'}
      </Tag>
    )
  return en_venta ? (
    <Tag icon={IconShoppingCart} tone="good">
      En venta
    </Tag>
  ) : (
    <Tag icon={IconCircleCheck} tone="good">
      Abierto
    </Tag>
  )
}

/** `12 de 20` and how many are left, or are too many. */
export function Places({ group }: { group: GroupRow }) {
  const left = leftText(group)
  const over = group.aforo !== null && group.ocupadas > group.aforo
  return (
    <>
      <span>{placesText(group)}</span>
      {left && group.abierto && <span className={over ? classes.over : rows.detail}>{left}</span>}
    </>
  )
}
