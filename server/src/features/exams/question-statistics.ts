import { QUESTION_FLAGS, type QuestionFlag, SMALL_SAMPLE } from '@campus/contract/question-report'
import { hasOptions, OPEN, type QuestionKind } from '@campus/contract/rules'

/** Sums over the attempts that have a question: `x` are its points, `y` those of the rest of the attempt. */
export type Sums = { n: number; x: number; y: number; xx: number; yy: number; xy: number }

/** What rounding leaves of a variance that is nothing. */
const NOISE = 1e-9

/** Pearson's; null where fewer than two attempts, or no variance, say nothing. */
export function correlationOf({ n, x, y, xx, yy, xy }: Sums): number | null {
  const ofX = n * xx - x * x
  const ofY = n * yy - y * y
  if (n < 2 || ofX <= NOISE * n * xx || ofY <= NOISE * n * yy) return null
  const r = (n * xy - x * y) / Math.sqrt(ofX * ofY)
  return Math.min(1, Math.max(-1, r))
}

const HARD = 0.25
const EASY = 0.9
const BLUNT = 0.1

type Figures = {
  tipo_pregunta: QuestionKind
  intentos: number
  dificultad: number | null
  discriminacion: number | null
  opciones: { condicion: boolean; vistas: number; cuenta: number }[]
}

/** An open question has no key to look at again. */
function discriminationFlag({ tipo_pregunta, discriminacion: r }: Figures): QuestionFlag | null {
  if (r === null || r >= BLUNT) return null
  return r < 0 && tipo_pregunta !== OPEN ? 'revisa_clave' : 'no_distingue'
}

function difficultyFlag({ dificultad }: Figures): QuestionFlag | null {
  if (dificultad === null) return null
  if (dificultad < HARD) return 'muy_dificil'
  return dificultad > EASY ? 'muy_facil' : null
}

/** A wrong option that enough students saw and none chose. */
const isUnused = ({ condicion, vistas, cuenta }: Figures['opciones'][number]): boolean =>
  !condicion && cuenta === 0 && vistas >= SMALL_SAMPLE

/** What a teacher should look at, the gravest first. */
export function flagsOf(figures: Figures): QuestionFlag[] {
  if (figures.intentos === 0) return []
  if (figures.intentos < SMALL_SAMPLE) return ['muestra_pequena']
  const unused = hasOptions(figures.tipo_pregunta) && figures.opciones.some(isUnused)
  const found = [discriminationFlag(figures), difficultyFlag(figures), unused ? 'distractor_sin_uso' : null]
  return QUESTION_FLAGS.filter((flag) => found.includes(flag))
}
