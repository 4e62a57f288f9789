import type { ComplaintRow } from '@campus/contract/complaints.staff'
import { formatDate, formatDay } from '../../lib/format'
import { limaDay } from '../../lib/session-time'
import type { Age } from '../blocks/waiting'

const DAY_MS = 86_400_000

type Due = Pick<ComplaintRow, 'estado' | 'vence' | 'dias_habiles' | 'respondido_en'>

/** Until when it must be answered, in words. */
export function dueOf({ estado, vence, dias_habiles, respondido_en }: Due, now: number): Age {
  if (estado === 'respondido') return { text: `Respondido el ${formatDate(respondido_en)}`, tone: 'done' }
  if (estado === 'vencido') return { text: `Vencido desde el ${formatDay(vence)}`, tone: 'bad' }
  if (dias_habiles === 0) return { text: 'Vence hoy', tone: 'bad' }
  const tone = estado === 'por_vencer' ? 'wait' : 'plain'
  if (vence === limaDay(now + DAY_MS)) return { text: 'Vence mañana', tone }
  return { text: dias_habiles === 1 ? 'Vence en 1 día hábil' : `Vence en ${dias_habiles} días hábiles`, tone }
}
