import type { FirstSteps, Inbox } from '@campus/contract/inbox'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBook2,
  IconCalendarDollar,
  IconChecklist,
  IconCreditCard,
  IconFlag,
  IconLifebuoy,
  IconMailX,
  IconMessageQuestion,
  IconTicket,
  IconUsersGroup,
} from '@tabler/icons-react'
import { formatDay } from '../../lib/format'

export type Work = { key: string; path: string; label: string; icon: Icon; count: number; note?: string }

const KINDS = [
  { key: 'por_calificar', path: 'calificar', label: 'Por calificar', icon: IconChecklist },
  { key: 'sin_responder', path: 'preguntas', label: 'Preguntas sin responder', icon: IconMessageQuestion },
  { key: 'soporte', path: 'soporte', label: 'Soporte sin responder', icon: IconLifebuoy },
  { key: 'reclamos', path: 'reclamos', label: 'Reclamos por vencer', icon: IconBook2 },
  {
    key: 'pagos_en_revision',
    path: '/gestion/ventas?estado=en_revision&orden=fecha',
    label: 'Pagos en revisión',
    icon: IconCreditCard,
  },
  { key: 'devoluciones_pedidas', path: 'devoluciones', label: 'Devoluciones pedidas', icon: IconArrowBackUp },
  {
    key: 'cuotas_vencidas',
    path: '/gestion/ventas?cuotas=vencidas',
    label: 'Cuotas vencidas',
    icon: IconCalendarDollar,
  },
  {
    key: 'cupones_pasados',
    path: '/gestion/cupones?estado=pasado',
    label: 'Cupones que pasaron su límite',
    icon: IconTicket,
  },
  {
    key: 'grupos_pasados',
    path: '/gestion/grupos?estado=pasado',
    label: 'Grupos con más alumnos que vacantes',
    icon: IconUsersGroup,
  },
  { key: 'por_moderar', path: 'moderacion', label: 'Por moderar', icon: IconFlag },
  { key: 'trabajos_con_errores', path: 'trabajos', label: 'Trabajos con errores', icon: IconAlertTriangle },
  { key: 'correos_fallidos', path: 'correos', label: 'Correos que no salieron', icon: IconMailX },
] as const

/** What waits, without what is empty or not allowed. */
export function waitingWork(inbox: Inbox): Work[] {
  return KINDS.flatMap((kind) => {
    const found = inbox[kind.key]
    const count = typeof found === 'object' ? (found?.total ?? 0) : found
    if (count === 0) return []
    const due = kind.key === 'reclamos' ? inbox.reclamos?.vence : null
    return [{ ...kind, count, ...(due && { note: `El primero vence el ${formatDay(due)}` }) }]
  })
}

/** Of the first-day checklist. */
export const isDone = ({ sin_examen: _, ...steps }: FirstSteps): boolean => !Object.values(steps).includes(false)
