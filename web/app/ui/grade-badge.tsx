import { IconStarFilled, IconThumbUpFilled } from '@tabler/icons-react'
import { formatNumber } from '../lib/format'
import { isExcellent } from '../lib/grades'
import { Tag } from './tag'

/** A grade that passes (docs/product/learning.md 3.2). */
export function GradeBadge({ percent }: { percent: number | null }) {
  const excellent = isExcellent(percent)
  return (
    <Tag icon={excellent ? IconStarFilled : IconThumbUpFilled} tone={excellent ? 'good' : 'fair'}>
      {`${excellent ? 'Excelente' : 'Bueno'} · ${formatNumber(percent ?? 0)} %`}
    </Tag>
  )
}
