/** What the catalogue says; the specification's texts stand verbatim (storefront.md sections 2 and 8). */
export const T = {
  all: 'Todos los cursos',
  titleOf: (category: string) => `Cursos de ${category}`,
  lead: 'Busca por nombre o elige una categoría.',
  description: (brand: string) =>
    `Todos los cursos de ${brand}: cortos, prácticos y en línea, con examen y certificado con código único.`,
  descriptionOf: (category: string, brand: string) =>
    `Cursos de ${category} en ${brand}: cortos, prácticos y en línea, con examen y certificado con código único.`,
  searchLabel: 'Buscar cursos',
  searchPlaceholder: 'Buscar cursos...',
  categoryLabel: 'Categoría',
  submit: 'Buscar',
  categoriesError: 'Hubo un error al cargar las categorías.',
  loadError: 'Hubo un error al cargar los cursos.',
  none: 'No hay cursos disponibles',
  noneText: 'Estamos preparando los próximos. Vuelve pronto.',
  noneOfCategory: 'Por ahora no hay cursos en esta categoría. Mira los de las demás.',
  notFound: (search: string) => `No encontramos cursos con «${search}»`,
  notFoundText: 'Revisa cómo está escrito o prueba con otra palabra.',
  seeAll: 'Ver todos los cursos',
  noCategory: 'No encontramos esta categoría',
  noCategoryText: 'El enlace puede estar mal escrito, o la categoría ya no existe.',
  pages: 'Páginas del catálogo',
} as const
