import type { Course, CourseCard } from '@campus/contract/catalogue'

/** What a list sends of a course: without the texts that only its own page reads. */
export function cardOf({ descripcion, aprenderas, ...card }: Course): CourseCard {
  return card
}
