export type Pair = { id_usuario: number; id_curso: number }

/** `id_modulo` is null for the course's final exam. */
export type RequiredExam = { id_curso: number; id_modulo: number | null }

/** Best percentage; `id_modulo` is null for the course's final exam. */
export type Passed = Pair & { id_modulo: number | null; nota: number }

export type Earned = Passed

const meanOf = (grades: number[]): number =>
  Math.round(grades.reduce((sum, grade) => sum + Math.round(grade * 100), 0) / grades.length) / 100

/** Without a final exam: the mean of the modules, once every module with an exam is passed. */
function gradeByModules(required: RequiredExam[], passed: Passed[]): number[] {
  const grades = required.map(({ id_modulo }) => passed.find((best) => best.id_modulo === id_modulo)?.nota)
  const passedGrades = grades.filter((grade) => grade !== undefined)
  const whole =
    required.length > 0 && passedGrades.length === required.length && required.every((exam) => exam.id_modulo !== null)
  return whole ? [meanOf(passedGrades)] : []
}

/** Each module passed, and the course (docs/product/certificates.md 1.1). */
export function earnedOf(pair: Pair, required: RequiredExam[], passed: Passed[]): Earned[] {
  const own = passed.filter((best) => best.id_usuario === pair.id_usuario && best.id_curso === pair.id_curso)
  const modules = own.filter((best) => best.id_modulo !== null)
  const ofCourse = own.filter((best) => best.id_modulo === null).map((best) => best.nota)
  const grades = [
    ...ofCourse,
    ...gradeByModules(
      required.filter((exam) => exam.id_curso === pair.id_curso),
      own,
    ),
  ]
  return grades.length > 0 ? [...modules, { ...pair, id_modulo: null, nota: Math.max(...grades) }] : modules
}
