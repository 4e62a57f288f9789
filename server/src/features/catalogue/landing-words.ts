import type { Landing } from '@campus/contract/brands'

/**
 * The landing page's words for an academy that wrote none: only what the program itself does. A rating, testimonials and the length
 * of courses are facts of the academy and have no default.
 */
export const DEFAULT_LANDING: Landing = {
  bloques: [
    {
      titulo: 'Avanza a tu ritmo',
      texto:
        'Cada curso va por módulos y lecciones cortas. La plataforma recuerda en qué lección y en qué segundo del video te quedaste, en el teléfono y en la computadora.',
      imagen: null,
    },
    {
      titulo: 'Lo que compras queda en tu cuenta',
      texto:
        'Los cursos que compras no tienen fecha de vencimiento: vuelve a las lecciones y a los materiales cuando los necesites.',
      imagen: null,
    },
    {
      titulo: 'Examen y certificado digital',
      texto:
        'Al aprobar recibes un certificado digital con un código único. Cualquier persona puede comprobarlo en línea con ese código.',
      imagen: null,
    },
    {
      titulo: 'Aprende acompañado',
      texto:
        'Comenta y pregunta en cada lección, y entra a las clases en vivo de los cursos que las tienen: las verás en tu calendario.',
      imagen: null,
    },
  ],
  testimonios: [],
  valoracion: null,
}

/** An academy's own words; where it wrote none, the product's. A missing rating or list of voices stays missing. */
export function landingWords(written: Partial<Landing>): Landing {
  const own = written.bloques?.length || written.testimonios?.length || written.valoracion
  if (!own) return DEFAULT_LANDING
  return {
    bloques: written.bloques?.length ? written.bloques : DEFAULT_LANDING.bloques,
    testimonios: written.testimonios ?? [],
    valoracion: written.valoracion ?? null,
  }
}
