/** A student and a course whose certificates are to be looked at. */
export type Pair = { id_usuario: number; id_curso: number }

/** A course, or a module of it, with an exam that counts. */
export type Demand = { id_curso: number; id_modulo: number | null }

/** The best percentage of a student in the passed exams of a course itself (`id_modulo` null) or of a module. */
export type Passed = Pair & { id_modulo: number | null; nota: number }

/** A certificate that a student has earned. */
export type Earned = Passed

const meanOf = (grades: number[]): number =>
  Math.round(grades.reduce((sum, grade) => sum + Math.round(grade * 100), 0) / grades.length) / 100

/** The grade of a course without a final exam: the mean of its modules, once all that have an exam are passed. */
function gradeByModules(demands: Demand[], passed: Passed[]): number[] {
  const grades = demands.map(({ id_modulo }) => passed.find((best) => best.id_modulo === id_modulo)?.nota)
  const known = grades.filter((grade) => grade !== undefined)
  const whole =
    demands.length > 0 && known.length === demands.length && demands.every((demand) => demand.id_modulo !== null)
  return whole ? [meanOf(known)] : []
}

/**
 * Everything a student has earned in a course (contract section 4): a module with its exam passed; the course with its
 * final exam passed or, without one, every module that has an exam passed.
 */
export function earnedOf(pair: Pair, demands: Demand[], passed: Passed[]): Earned[] {
  const own = passed.filter((best) => best.id_usuario === pair.id_usuario && best.id_curso === pair.id_curso)
  const modules = own.filter((best) => best.id_modulo !== null)
  const ofCourse = own.filter((best) => best.id_modulo === null).map((best) => best.nota)
  const grades = [
    ...ofCourse,
    ...gradeByModules(
      demands.filter((demand) => demand.id_curso === pair.id_curso),
      own,
    ),
  ]
  return grades.length > 0 ? [...modules, { ...pair, id_modulo: null, nota: Math.max(...grades) }] : modules
}
