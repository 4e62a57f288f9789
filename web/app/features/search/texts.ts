export const TEXTS = {
  label: 'Buscar en mis cursos',
  placeholder: 'Busca cursos, lecciones, foros…',
  open: 'Abrir búsqueda',
  close: 'Cerrar búsqueda',
  loading: 'Cargando tus cursos…',
  error: 'No se pudo cargar la búsqueda.',
  recent: 'Lo último que abriste',
  inTexts: 'En el texto de tus lecciones',
  offered: 'Curso del catálogo · aún no lo tienes',
  catalogue: 'Buscar en el catálogo',
  none: (typed: string) => `Sin resultados para “${typed}”`,
} as const
