import type { Import, ImportDoes } from '@campus/contract/imports'
import { count, formatNumber } from '../../lib/format'

export const DOES: Record<ImportDoes, { name: string; color: string }> = {
  crear: { name: 'Cuenta nueva', color: 'blue' },
  matricular: { name: 'Matrícula', color: 'teal' },
  cambiar: { name: 'Cambio', color: 'orange' },
  igual: { name: 'Sin cambios', color: 'gray' },
  error: { name: 'Con error', color: 'red' },
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
