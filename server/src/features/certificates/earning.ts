export type Pair = { id_usuario: number; id_curso: number }

/** `id_modulo` is null for the course's final exam. */
export type RequiredExam = { id_curso: number; id_modulo: number | null }

/** Best percentage, and when it was first passed; `id_modulo` is null for the course's final exam. */
export type Passed = Pair & { id_modulo: number | null; nota: number; ganado: string }

export type Earned = Passed

const meanOf = (grades: number[]): number =>
  Math.round(grades.reduce((sum, grade) => sum + Math.round(grade * 100), 0) / grades.length) / 100

/** Without a final exam: the mean of the modules, once every module with an exam is passed. */
function earnedByModules(pair: Pair, required: RequiredExam[], passed: Passed[]): Earned[] {
  const bests = required.flatMap(({ id_modulo }) => passed.find((best) => best.id_modulo === id_modulo) ?? [])
  const whole =
    required.length > 0 && bests.length === required.length && required.every((exam) => exam.id_modulo !== null)
  if (!whole) return []
  const ganado = bests
    .map((best) => best.ganado)
    .reduce((last, one) => (Date.parse(one) > Date.parse(last) ? one : last))
  return [{ ...pair, id_modulo: null, nota: meanOf(bests.map(({ nota }) => nota)), ganado }]
}

/** Each module passed, and the course (docs/product/certificates.md 1.1). */
export function earnedOf(pair: Pair, required: RequiredExam[], passed: Passed[]): Earned[] {
  const own = passed.filter((best) => best.id_usuario === pair.id_usuario && best.id_curso === pair.id_curso)
  const modules = own.filter((best) => best.id_modulo !== null)
  const ofCourse = [
    ...own.filter((best) => best.id_modulo === null),
    ...earnedByModules(
      pair,
      required.filter((exam) => exam.id_curso === pair.id_curso),
      own,
    ),
  ]
  const [first] = ofCourse.toSorted((one, other) => Date.parse(one.ganado) - Date.parse(other.ganado))
  return first ? [...modules, { ...first, nota: Math.max(...ofCourse.map(({ nota }) => nota)) }] : modules
}
