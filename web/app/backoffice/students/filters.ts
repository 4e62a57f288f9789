import { ENROLMENT_NAMES } from '@campus/contract/enrolment-names'
import type { Filter } from '../blocks/filter-bar'

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

type Course = { id: number; nombre: string }

/** The course, and how the enrolment in it stands under `key`. */
export const enrolmentFilters = (courses: readonly Course[], key: string, all: string): Filter[] => [
  {
    key: 'curso',
    label: 'Curso',
    all: 'Todos los cursos',
    options: courses.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
  },
  { key, label: 'Matrícula', all, options: options(ENROLMENT_NAMES) },
]
