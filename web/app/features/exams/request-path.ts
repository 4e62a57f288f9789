import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { formatNumber } from '../../lib/format'
import { supportPath } from '../../lib/paths'

/** The support form, with the request of another attempt written. */
export function requestPath({ nombre, modulo, curso, id }: Evaluation, detail: EvaluationDetail): string {
  const where = modulo ? `el módulo «${modulo}» del curso «${curso}»` : `el curso «${curso}»`
  const best =
    detail.mejor_porcentaje === null ? '' : ` Mi mejor resultado es ${formatNumber(detail.mejor_porcentaje)} %.`
  const used = `Ya usé ${detail.intentos === 1 ? 'mi único intento' : `mis ${detail.intentos} intentos`}.`
  const message = `Pido otro intento de «${nombre}» en ${where}. ${used}${best}\n(Examen ${id}, intento ${detail.id_intento ?? ''})\n`
  return supportPath(message, 'evaluacion')
}
