import type { ShopCard, ShopCourse } from '@campus/contract/catalogue'

/** Without the texts that only the course's own page shows. */
export function toCourseCard({ descripcion, aprenderas, ...card }: ShopCourse): ShopCard {
  return card
}
