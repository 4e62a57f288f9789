import { LANDING_PARTS, type Landing } from './brands.ts'

/** Defaults that state only what the product does: ratings and testimonials are the academy's own claims. */
export const DEFAULT_LANDING: Landing = {
  apertura: null,
  orden: [...LANDING_PARTS],
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
      titulo: 'Certificado que se comprueba',
      texto:
        'En los cursos con examen, al aprobar recibes un certificado digital con un código único. Cualquier persona puede comprobarlo en línea con ese código.',
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

/**
 * What the page of a new academy begins with: a promise that is its own, to keep or to change. One that wrote no blocks
 * before keeps {@link DEFAULT_LANDING}, so that an update promises nothing in its name.
 */
export const FIRST_LANDING: Pick<Landing, 'bloques'> = {
  bloques: [
    {
      titulo: 'Microaprendizaje',
      texto:
        'Cursos de unas 2 horas divididos en videos de 10 minutos como máximo. La plataforma recuerda en qué lección y en qué segundo del video te quedaste, en el teléfono y en la computadora.',
      imagen: null,
    },
    ...DEFAULT_LANDING.bloques.slice(1),
  ],
}

export function landingTexts(written: Partial<Landing>): Landing {
  return {
    apertura: written.apertura ?? null,
    orden: written.orden ?? DEFAULT_LANDING.orden,
    bloques: written.bloques?.length ? written.bloques : DEFAULT_LANDING.bloques,
    testimonios: written.testimonios ?? [],
    valoracion: written.valoracion ?? null,
  }
}
