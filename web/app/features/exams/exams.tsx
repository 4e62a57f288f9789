import type { DetailedCourse } from '@campus/contract/learning'
import { badgeOf } from '@campus/contract/rules'
import { IconStarFilled, IconThumbUpFilled } from '@tabler/icons-react'
import { lazy } from 'react'
import { formatNumber } from '../../lib/format'
import { Tag } from '../../ui/tag'

/** A grade that passes (docs/product/learning.md 3.2). */
export function GradeBadge({ percent }: { percent: number | null }) {
  const excellent = badgeOf(percent) === 'excelente'
  return (
    <Tag icon={excellent ? IconStarFilled : IconThumbUpFilled} tone={excellent ? 'good' : 'fair'}>
      {`${excellent ? 'Excelente' : 'Bueno'} · ${formatNumber(percent ?? 0)} %`}
    </Tag>
  )
}

/** A final exam is early while more than a fifth of the lessons are missing. */
const EARLY_SHARE = 0.2

/** Lessons that are missing before the final exam; 0 when it is not early. */
export function lessonsMissing({ progreso }: Pick<DetailedCourse, 'progreso'>): number {
  if (!progreso) return 0
  const missing = progreso.lecciones - progreso.completadas
  return missing > progreso.lecciones * EARLY_SHARE ? missing : 0
}

/** For `lazy`: an exam under way, on every screen but its own (docs/product/exams.md 2.7). */
export const loadOpenExam = () => import('./open-exam')

/** What a student answers, for the preview of the back office. */
export const ExamPreview = lazy(() => import('./exam-preview'))
