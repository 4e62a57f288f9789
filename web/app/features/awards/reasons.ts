import type { PointEntry } from '@campus/contract/awards'
import { FORUM_POSTS_A_DAY, POINTS } from '@campus/contract/rules'
import {
  IconCertificate,
  IconCircleCheck,
  IconGift,
  IconMessages,
  IconPencilCheck,
  type Icon as TablerIcon,
} from '@tabler/icons-react'

type Reason = {
  icon: TablerIcon
  rule: string
  worth: string
  /** The reason in the student's own list of points. */
  entry: string
}

/** What earns points (docs/product/community.md 5.2), in the order in which students meet it. */
export const REASONS: Record<PointEntry['motivo'], Reason> = {
  asistencia: {
    icon: IconCircleCheck,
    rule: 'Registra y cierra tu asistencia en una lección',
    worth: `${POINTS.asistencia} puntos`,
    entry: 'Asistencia',
  },
  examen: {
    icon: IconPencilCheck,
    rule: 'Aprueba un examen al primer intento',
    worth: 'Tu porcentaje, hasta 100 puntos',
    entry: 'Examen al primer intento',
  },
  certificado: {
    icon: IconCertificate,
    rule: 'Obtén un certificado',
    worth: `${POINTS.certificado} puntos`,
    entry: 'Certificado',
  },
  foro: {
    icon: IconMessages,
    rule: 'Participa en los foros',
    worth: `${POINTS.foro} puntos, hasta ${FORUM_POSTS_A_DAY} veces al día`,
    entry: 'Participación en un foro',
  },
  referido: {
    icon: IconGift,
    rule: 'Alguien compra con tu código de referido',
    worth: `${POINTS.referido} puntos`,
    entry: 'Referido',
  },
}
