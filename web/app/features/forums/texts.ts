import type { ForumType } from '@campus/contract/rules'

/** Texts of the forums' list; those of storefront.md (sections 2, 5 and 8) to the letter. */
export const T = {
  title: 'Foros del Curso',
  create: 'Nuevo Foro',
  createFirst: 'Crear Primer Foro',
  emptyTitle: 'No hay foros aún',
  emptyText: 'Abre el primero: una duda, una idea o algo que aprendiste.',
  recent: 'Recientes',
  noRecent: 'No hay foros recientes',
  recentError: 'No se pudieron cargar los foros recientes.',
  loadError: 'No se pudieron cargar los foros.',
  saveError: 'No se pudo guardar el foro. Inténtalo de nuevo.',
  deleteError: 'No se pudo eliminar el foro.',
  pinError: 'No se pudo fijar el foro.',
  openError: 'No se pudo cargar el foro.',
  noEditor: 'No se pudo cargar el editor. Revisa tu conexión e inténtalo de nuevo.',
  noCourse: 'No se pudo identificar el curso. Por favor, regresa a la lista de cursos.',
  created: 'Foro creado',
  updated: 'Foro actualizado',
  deleted: 'Foro eliminado',
  pinned: 'Foro fijado',
  unpinned: 'Foro sin fijar',
  askTitle: '¿Eliminar foro?',
  askText: 'Esta acción no se puede deshacer.',
  askYes: 'Sí, eliminar',
  search: 'Buscar en tus foros',
  searchPlaceholder: 'Buscar foros...',
  searchShort: 'Escribe al menos 2 letras.',
  show: 'Mostrar',
  whole: 'Todo el curso',
  general: 'Foros generales',
  noResults: 'No encontramos foros',
  noResultsText: 'Prueba con otras palabras.',
  clearSearch: 'Ver todos los foros',
  restored: 'Recuperamos lo que habías escrito.',
  discard: 'Descartar',
} as const

/** The types of a forum. */
export const TYPES: Record<ForumType, string> = { curso: 'Curso', modulo: 'Módulo', general: 'General' }
