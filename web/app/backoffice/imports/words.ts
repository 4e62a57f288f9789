import type { Import, ImportDoes } from '@campus/contract/imports'
import {
  type Icon,
  IconAlertTriangle,
  IconChecks,
  IconCircleCheck,
  IconPencil,
  IconUserPlus,
} from '@tabler/icons-react'
import { count, formatNumber } from '../../lib/format'
import type { Tone } from '../../ui/tag'

export const DOES: Record<ImportDoes, { name: string; look: { icon: Icon; tone: Tone } }> = {
  crear: { name: 'Cuenta nueva', look: { icon: IconUserPlus, tone: 'fair' } },
  matricular: { name: 'Matrícula', look: { icon: IconCircleCheck, tone: 'good' } },
  cambiar: { name: 'Cambio', look: { icon: IconPencil, tone: 'wait' } },
  igual: { name: 'Sin cambios', look: { icon: IconChecks, tone: 'plain' } },
  error: { name: 'Con error', look: { icon: IconAlertTriangle, tone: 'bad' } },
}

/** *Se crearán 28 cuentas, cambiarán 2, quedan igual 0; 2 filas tienen errores.* */
export function reportText({ informe: { resultado, errores } }: Import): string {
  const { crear = 0, matricular = 0, cambiar = 0, igual = 0 } = resultado
  const changed = formatNumber(matricular + cambiar)
  const wrong =
    errores === 0 ? 'ninguna fila tiene errores' : count(errores, 'fila tiene errores', 'filas tienen errores')
  return `Se crearán ${count(crear, 'cuenta', 'cuentas')}, cambiarán ${changed}, quedan igual ${formatNumber(igual)}; ${wrong}.`
}

/** *«Sede» (30 filas), «Turno» (2 filas)* */
export const leftOutText = ({ fuera }: Import): string =>
  fuera.map(({ columna, datos }) => `«${columna}» (${count(datos, 'fila', 'filas')})`).join(', ')
