export const TEXTS = {
  coursesError: 'Hubo un error al cargar los Cursos.',
  modulesError: 'Hubo un error al cargar los módulos.',
  noLessonsTitle: 'Lección no disponible',
  noLessonsText: 'Este módulo no tiene lecciones disponibles.',
  emptyTitle: 'Aquí vivirán tus cursos',
  emptyText: 'Cuando te matricules en uno, lo encontrarás aquí con tu avance, listo para continuar.',
  noModulesTitle: 'Este curso se está preparando',
  noModulesText: 'Todavía no tiene módulos publicados. Te avisaremos cuando empiece.',
} as const
