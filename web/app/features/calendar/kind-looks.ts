import { IconCalendarX, IconHourglassLow, IconLockOpen2, IconVideo } from '@tabler/icons-react'
import type { TileTone } from '../../ui/icon-tile'
import type { Kind } from './events'

export const KIND_LOOKS: Record<Kind, { icon: typeof IconVideo; tone: TileTone }> = {
  sesion: { icon: IconVideo, tone: 'brand' },
  examen_abre: { icon: IconLockOpen2, tone: 'good' },
  examen_cierra: { icon: IconHourglassLow, tone: 'wait' },
  matricula_vence: { icon: IconCalendarX, tone: 'bad' },
}
