import type { ReviewQuestion } from '@campus/contract/exams'
import { onDemand } from '@campus/contract/on-demand'
import type { Pair } from '@campus/contract/questions'

const number = onDemand(() => new Intl.NumberFormat('es-PE', { maximumFractionDigits: 6 }))

const optionsText = ({ opciones }: ReviewQuestion, ids: readonly number[]): string =>
  opciones
    .filter(({ id }) => ids.includes(id))
    .map(({ opcion }) => opcion)
    .join('\n')

const pairsText = ({ izquierdas = [], derechas = [] }: ReviewQuestion, pairs: readonly Pair[]): string =>
  pairs
    .toSorted((a, b) => a.izquierda - b.izquierda)
    .map(({ izquierda, derecha }) => `${izquierdas[izquierda]}: ${derechas[derecha]}`)
    .join('\n')

/** The student's answer, one line per option or pair; empty without one. */
export function givenText(question: ReviewQuestion): string {
  const { id_opcion, respuesta, seleccion, parejas } = question
  if (parejas) return pairsText(question, parejas)
  if (seleccion) return optionsText(question, seleccion)
  return id_opcion === null ? (respuesta ?? '') : optionsText(question, [id_opcion])
}

/** The right answer once it is released; otherwise empty. */
export function keyText(question: ReviewQuestion): string {
  const { clave, id_opcion_correcta } = question
  if (id_opcion_correcta !== null) return optionsText(question, [id_opcion_correcta])
  if (clave?.correctas) return optionsText(question, clave.correctas)
  if (clave?.parejas) return pairsText(question, clave.parejas)
  if (clave?.textos) return clave.textos.join(' · ')
  if (clave?.desde !== undefined && clave.hasta !== undefined)
    return `De ${number().format(clave.desde)} a ${number().format(clave.hasta)}`
  if (clave?.valor === undefined) return ''
  const around = clave.tolerancia ? ` (más o menos ${number().format(clave.tolerancia)})` : ''
  return `${number().format(clave.valor)}${around}`
}
