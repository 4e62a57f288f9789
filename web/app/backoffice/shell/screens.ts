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
import { matchRoutes } from 'react-router'

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
  /** Fetches its program. */
  load: () => Promise<unknown>
  Page: LazyExoticComponent<ComponentType>
  /** Its line of the side menu, in this order; details have none. */
  entry?: Entry
}

const loadedBy = (load: () => Promise<{ default: ComponentType }>) => ({ load, Page: lazy(load) })

/** The site map of the back office, apart from the router's: that one comes with every student's page. */
export const SCREENS: readonly Screen[] = [
  {
    path: '',
    permission: null,
    ...loadedBy(() => import('../inbox/inbox-page')),
    entry: { group: '', label: 'Bandeja', icon: IconInbox },
  },
  {
    path: 'soporte/:id?',
    permission: 'soporte',
    ...loadedBy(() => import('../support/support-page')),
    entry: { group: 'Atención', label: 'Soporte', icon: IconLifebuoy, waiting: ({ soporte }) => soporte },
  },
  {
    path: 'reclamos/:id?',
    permission: 'reclamos',
    ...loadedBy(() => import('../complaints/complaints-page')),
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
    ...loadedBy(() => import('../courses/courses-page')),
    entry: { group: 'Enseñar', label: 'Cursos', icon: IconBooks },
  },
  { path: 'cursos/:id/:tab?', permission: 'cursos.editar', ...loadedBy(() => import('../courses/course-page')) },
  {
    path: 'cursos/:id/lecciones/:leccion',
    permission: 'cursos.editar',
    ...loadedBy(() => import('../lessons/lesson-page')),
  },
  {
    path: 'cursos/:id/examenes/:evaluacion',
    permission: 'cursos.editar',
    ...loadedBy(() => import('../exams/exam-page')),
  },
  {
    path: 'sesiones',
    permission: 'cursos.editar',
    ...loadedBy(() => import('../sessions/sessions-page')),
    entry: { group: 'Enseñar', label: 'Sesiones', icon: IconBroadcast },
  },
  {
    path: 'sesiones/:id/asistencia',
    permission: 'calificar',
    ...loadedBy(() => import('../attendance/attendance-page')),
  },
  {
    path: 'calificar/:id?',
    permission: 'calificar',
    ...loadedBy(() => import('../grading/grading-page')),
    entry: { group: 'Enseñar', label: 'Calificar', icon: IconChecklist, waiting: ({ por_calificar }) => por_calificar },
  },
  {
    path: 'evaluaciones/:id/intentos',
    permission: 'calificar',
    ...loadedBy(() => import('../attempts/attempts-page')),
  },
  {
    path: 'evaluaciones/:id/resultados',
    permission: 'calificar',
    ...loadedBy(() => import('../results/results-page')),
  },
  { path: 'intentos/:id', permission: 'calificar', ...loadedBy(() => import('../attempts/attempt-page')) },
  {
    path: 'preguntas',
    permission: 'cursos.editar',
    ...loadedBy(() => import('../questions/questions-page')),
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
    ...loadedBy(() => import('../students/students-page')),
    entry: { group: 'Alumnos', label: 'Alumnos', icon: IconSchool },
  },
  { path: 'alumnos/:id/:tab?', permission: 'alumnos.ver', ...loadedBy(() => import('../students/student-page')) },
  {
    path: 'matriculas',
    permission: 'alumnos.ver',
    ...loadedBy(() => import('../enrolments/enrolments-page')),
    entry: { group: 'Alumnos', label: 'Matrículas', icon: IconUserPlus },
  },
  {
    path: 'matriculas/nueva',
    permission: 'alumnos.gestionar',
    ...loadedBy(() => import('../enrolments/enrol-page')),
  },
  {
    path: 'ordenes/:numero?',
    permission: 'devoluciones',
    ...loadedBy(() => import('../orders/review-page')),
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
    ...loadedBy(() => import('../refunds/refunds-page')),
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
    ...loadedBy(() => import('../moderation/moderation-page')),
    entry: { group: 'Atención', label: 'Moderación', icon: IconFlag, waiting: ({ por_moderar }) => por_moderar },
  },
  {
    path: 'portada',
    permission: 'sitio',
    ...loadedBy(() => import('../site/landing-page')),
    entry: { group: 'Sitio', label: 'Portada', icon: IconHome },
  },
  {
    path: 'paginas',
    permission: 'sitio',
    ...loadedBy(() => import('../site/pages-page')),
    entry: { group: 'Sitio', label: 'Páginas', icon: IconFileText },
  },
  { path: 'paginas/:clave', permission: 'sitio', ...loadedBy(() => import('../site/page-page')) },
  {
    path: 'premios',
    permission: 'sitio',
    ...loadedBy(() => import('../site/prizes-page')),
    entry: { group: 'Sitio', label: 'Premios', icon: IconGift },
  },
  {
    path: 'temas',
    permission: 'sitio',
    ...loadedBy(() => import('../site/topics-page')),
    entry: { group: 'Sitio', label: 'Temas de prompt', icon: IconWand },
  },
  { path: 'temas/:id', permission: 'sitio', ...loadedBy(() => import('../site/topic-page')) },
  {
    path: 'categorias',
    permission: 'catalogo',
    ...loadedBy(() => import('../categories/categories-page')),
    entry: { group: 'Sitio', label: 'Categorías', icon: IconCategory },
  },
  {
    path: 'trabajos',
    permission: 'calificar',
    ...loadedBy(() => import('../jobs/jobs-page')),
    entry: { group: 'Academia', label: 'Trabajos', icon: IconListCheck },
  },
  {
    path: 'correos',
    permission: 'academia',
    ...loadedBy(() => import('../mails/mails-page')),
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
    ...loadedBy(() => import('../team/team-page')),
    entry: { group: 'Academia', label: 'Equipo', icon: IconUsers },
  },
  {
    path: 'historial',
    permission: 'academia',
    ...loadedBy(() => import('../audit/audit-page')),
    entry: { group: 'Academia', label: 'Historial', icon: IconHistory },
  },
  {
    path: 'ajustes',
    permission: 'academia',
    ...loadedBy(() => import('../settings/settings-page')),
    entry: { group: 'Academia', label: 'Ajustes', icon: IconSettings },
  },
  {
    path: 'marcas',
    permission: 'plataforma',
    ...loadedBy(() => import('../brands/brands-page')),
    entry: { group: 'Academia', label: 'Marcas', icon: IconBuildingStore },
  },
]

/** Fetches what an address of the back office shows before it is opened; a failure shows when it is. */
export function preload(pathname: string): void {
  matchRoutes(SCREENS.slice(), pathname, '/gestion')
    ?.at(-1)
    ?.route.load()
    .catch(() => undefined)
}
