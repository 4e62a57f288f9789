import type { Inbox } from '@campus/contract/inbox'
import type { Permission } from '@campus/contract/permissions'
import {
  type Icon,
  IconArrowBackUp,
  IconBook2,
  IconBooks,
  IconBroadcast,
  IconBuildingStore,
  IconCategory,
  IconChecklist,
  IconCreditCard,
  IconFileText,
  IconFlag,
  IconGift,
  IconHistory,
  IconHome,
  IconInbox,
  IconLifebuoy,
  IconListCheck,
  IconMailX,
  IconMessageQuestion,
  IconSchool,
  IconSettings,
  IconUserPlus,
  IconUsers,
  IconWand,
} from '@tabler/icons-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export const GROUPS = ['', 'Enseñar', 'Alumnos', 'Ventas', 'Atención', 'Sitio', 'Reportes', 'Academia'] as const

type Entry = {
  group: (typeof GROUPS)[number]
  label: string
  icon: Icon
  /** How much of its work waits. */
  waiting?: (inbox: Inbox) => number | null
}

export type Screen = {
  /** Below /gestion, as React Router writes it. */
  path: string
  /** null: any member of the staff. */
  permission: Permission | null
  Page: LazyExoticComponent<ComponentType>
  /** Its line of the side menu, in this order; details have none. */
  entry?: Entry
}

/** The site map of the back office. */
export const SCREENS: readonly Screen[] = [
  {
    path: '',
    permission: null,
    Page: lazy(() => import('../inbox/inbox-page')),
    entry: { group: '', label: 'Bandeja', icon: IconInbox },
  },
  {
    path: 'soporte/:id?',
    permission: 'soporte',
    Page: lazy(() => import('../support/support-page')),
    entry: { group: 'Atención', label: 'Soporte', icon: IconLifebuoy, waiting: ({ soporte }) => soporte },
  },
  {
    path: 'reclamos/:id?',
    permission: 'reclamos',
    Page: lazy(() => import('../complaints/complaints-page')),
    entry: {
      group: 'Atención',
      label: 'Reclamaciones',
      icon: IconBook2,
      waiting: ({ reclamos }) => reclamos?.total ?? null,
    },
  },
  {
    path: 'cursos',
    permission: 'cursos.editar',
    Page: lazy(() => import('../courses/courses-page')),
    entry: { group: 'Enseñar', label: 'Cursos', icon: IconBooks },
  },
  { path: 'cursos/:id/:tab?', permission: 'cursos.editar', Page: lazy(() => import('../courses/course-page')) },
  {
    path: 'cursos/:id/lecciones/:leccion',
    permission: 'cursos.editar',
    Page: lazy(() => import('../lessons/lesson-page')),
  },
  {
    path: 'cursos/:id/examenes/:evaluacion',
    permission: 'cursos.editar',
    Page: lazy(() => import('../exams/exam-page')),
  },
  {
    path: 'sesiones',
    permission: 'cursos.editar',
    Page: lazy(() => import('../sessions/sessions-page')),
    entry: { group: 'Enseñar', label: 'Sesiones', icon: IconBroadcast },
  },
  {
    path: 'sesiones/:id/asistencia',
    permission: 'calificar',
    Page: lazy(() => import('../attendance/attendance-page')),
  },
  {
    path: 'calificar/:id?',
    permission: 'calificar',
    Page: lazy(() => import('../grading/grading-page')),
    entry: { group: 'Enseñar', label: 'Calificar', icon: IconChecklist, waiting: ({ por_calificar }) => por_calificar },
  },
  { path: 'evaluaciones/:id/intentos', permission: 'calificar', Page: lazy(() => import('../attempts/attempts-page')) },
  {
    path: 'evaluaciones/:id/resultados',
    permission: 'calificar',
    Page: lazy(() => import('../results/results-page')),
  },
  { path: 'intentos/:id', permission: 'calificar', Page: lazy(() => import('../attempts/attempt-page')) },
  {
    path: 'preguntas',
    permission: 'cursos.editar',
    Page: lazy(() => import('../questions/questions-page')),
    entry: {
      group: 'Enseñar',
      label: 'Preguntas',
      icon: IconMessageQuestion,
      waiting: ({ sin_responder }) => sin_responder,
    },
  },
  {
    path: 'alumnos',
    permission: 'alumnos.ver',
    Page: lazy(() => import('../students/students-page')),
    entry: { group: 'Alumnos', label: 'Alumnos', icon: IconSchool },
  },
  { path: 'alumnos/:id/:tab?', permission: 'alumnos.ver', Page: lazy(() => import('../students/student-page')) },
  {
    path: 'matriculas',
    permission: 'alumnos.ver',
    Page: lazy(() => import('../enrolments/enrolments-page')),
    entry: { group: 'Alumnos', label: 'Matrículas', icon: IconUserPlus },
  },
  {
    path: 'matriculas/nueva',
    permission: 'alumnos.gestionar',
    Page: lazy(() => import('../enrolments/enrol-page')),
  },
  {
    path: 'ordenes/:numero?',
    permission: 'devoluciones',
    Page: lazy(() => import('../orders/review-page')),
    entry: {
      group: 'Ventas',
      label: 'Pagos en revisión',
      icon: IconCreditCard,
      waiting: ({ pagos_en_revision }) => pagos_en_revision,
    },
  },
  {
    path: 'devoluciones/:numero?',
    permission: 'devoluciones',
    Page: lazy(() => import('../refunds/refunds-page')),
    entry: {
      group: 'Ventas',
      label: 'Devoluciones',
      icon: IconArrowBackUp,
      waiting: ({ devoluciones_pedidas }) => devoluciones_pedidas,
    },
  },
  {
    path: 'moderacion/:id?',
    permission: 'moderar',
    Page: lazy(() => import('../moderation/moderation-page')),
    entry: { group: 'Atención', label: 'Moderación', icon: IconFlag, waiting: ({ por_moderar }) => por_moderar },
  },
  {
    path: 'portada',
    permission: 'sitio',
    Page: lazy(() => import('../site/landing-page')),
    entry: { group: 'Sitio', label: 'Portada', icon: IconHome },
  },
  {
    path: 'paginas',
    permission: 'sitio',
    Page: lazy(() => import('../site/pages-page')),
    entry: { group: 'Sitio', label: 'Páginas', icon: IconFileText },
  },
  { path: 'paginas/:clave', permission: 'sitio', Page: lazy(() => import('../site/page-page')) },
  {
    path: 'premios',
    permission: 'sitio',
    Page: lazy(() => import('../site/prizes-page')),
    entry: { group: 'Sitio', label: 'Premios', icon: IconGift },
  },
  {
    path: 'temas',
    permission: 'sitio',
    Page: lazy(() => import('../site/topics-page')),
    entry: { group: 'Sitio', label: 'Temas de prompt', icon: IconWand },
  },
  { path: 'temas/:id', permission: 'sitio', Page: lazy(() => import('../site/topic-page')) },
  {
    path: 'categorias',
    permission: 'catalogo',
    Page: lazy(() => import('../categories/categories-page')),
    entry: { group: 'Sitio', label: 'Categorías', icon: IconCategory },
  },
  {
    path: 'trabajos',
    permission: 'calificar',
    Page: lazy(() => import('../jobs/jobs-page')),
    entry: { group: 'Academia', label: 'Trabajos', icon: IconListCheck },
  },
  {
    path: 'correos',
    permission: 'academia',
    Page: lazy(() => import('../mails/mails-page')),
    entry: {
      group: 'Academia',
      label: 'Correos',
      icon: IconMailX,
      waiting: ({ correos_fallidos }) => correos_fallidos,
    },
  },
  {
    path: 'equipo',
    permission: 'academia',
    Page: lazy(() => import('../team/team-page')),
    entry: { group: 'Academia', label: 'Equipo', icon: IconUsers },
  },
  {
    path: 'historial',
    permission: 'academia',
    Page: lazy(() => import('../audit/audit-page')),
    entry: { group: 'Academia', label: 'Historial', icon: IconHistory },
  },
  {
    path: 'ajustes',
    permission: 'academia',
    Page: lazy(() => import('../settings/settings-page')),
    entry: { group: 'Academia', label: 'Ajustes', icon: IconSettings },
  },
  {
    path: 'marcas',
    permission: 'plataforma',
    Page: lazy(() => import('../brands/brands-page')),
    entry: { group: 'Academia', label: 'Marcas', icon: IconBuildingStore },
  },
]
