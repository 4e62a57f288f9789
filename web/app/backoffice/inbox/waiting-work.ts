import type { Inbox } from '@campus/contract/inbox'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBook2,
  IconChecklist,
  IconCreditCard,
  IconFlag,
  IconLifebuoy,
  IconMailX,
  IconMessageQuestion,
} from '@tabler/icons-react'
import { formatDay } from '../../lib/format'
import { coursePath } from '../courses/paths'

export type Work = { key: string; path: string; label: string; icon: Icon; count: number; note?: string }

const KINDS = [
  { key: 'por_calificar', path: 'calificar', label: 'Por calificar', icon: IconChecklist },
  { key: 'sin_responder', path: 'preguntas', label: 'Preguntas sin responder', icon: IconMessageQuestion },
  { key: 'soporte', path: 'soporte', label: 'Soporte sin responder', icon: IconLifebuoy },
  { key: 'reclamos', path: 'reclamos', label: 'Reclamos por vencer', icon: IconBook2 },
  { key: 'pagos_en_revision', path: 'ordenes', label: 'Pagos en revisión', icon: IconCreditCard },
  { key: 'devoluciones_pedidas', path: 'devoluciones', label: 'Devoluciones pedidas', icon: IconArrowBackUp },
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

const STEPS = [
  {
    key: 'marca',
    path: 'ajustes',
    label: 'Completa los datos de la academia',
    text: 'Razón social, RUC, correo y logo. Y qué avance pides antes de un examen (0: los exámenes se pueden dar desde el primer día).',
  },
  {
    key: 'oferta',
    path: 'ajustes',
    label: '¿Qué se ve junto a tus precios?',
    text: 'Nada, promociones con fecha, o siempre un precio tachado. Mientras no elijas, nada.',
  },
  {
    key: 'docente',
    path: 'equipo',
    label: 'Invita a tu primer docente',
    text: 'Sus cursos llevan su nombre y su foto. Si tú también enseñas, basta tu rol de docente.',
  },
  {
    key: 'curso',
    path: 'cursos',
    label: 'Publica tu primer curso',
    text: 'Crea uno, o cambia el de ejemplo: está oculto hasta que lo publiques.',
  },
  { key: 'examen', path: 'cursos', label: 'Agrega un examen', text: 'Sin examen no hay nota ni certificado.' },
  {
    key: 'alumno',
    path: 'matriculas/nueva',
    label: 'Recibe a tu primer alumno',
    text: 'Comparte tu tienda: quien compra queda matriculado. A quien te pagó de otra forma lo matriculas aquí.',
  },
] as const

export type Step = { key: string; path: string; label: string; text: string; done: boolean }

/** The first-day checklist; null once everything is done, or for those who do not manage the academy. */
export function firstSteps({ primeros_pasos: done }: Pick<Inbox, 'primeros_pasos'>): Step[] | null {
  if (!done || STEPS.every(({ key }) => done[key])) return null
  const course = done.sin_examen
  return STEPS.map((step) => ({
    ...step,
    ...(step.key === 'examen' && course !== null && { path: coursePath(course, 'evaluaciones') }),
    done: done[step.key],
  }))
}
