import type { Inbox } from '@campus/contract/inbox'
import type { Permission } from '@campus/contract/permissions'
import {
  type Icon,
  IconBooks,
  IconBrowser,
  IconInbox,
  IconMessages,
  IconReceipt,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchRoutes } from 'react-router'
import { besideMantine } from './late-mantine'

type Entry = {
  label: string
  /** How much of its work waits. */
  waiting?: (inbox: Inbox) => number | null
  /** The search names it, the menu does not: the header or a list on every screen leads to it. */
  unlisted?: true
}

export type OwnScreen = {
  /** Below /gestion, as React Router writes it. */
  path: string
  /** null: any member of the staff. */
  permission: Permission | null
  /** Fetches its program. */
  load: () => Promise<unknown>
  Page: LazyExoticComponent<ComponentType>
  /** Drawn with Mantine, which comes beside it. */
  mantine?: boolean
  /** Details have none. */
  entry?: Entry
}

export type Section = { label: string; icon: Icon; screens: readonly OwnScreen[] }

export type Screen = OwnScreen & { section: Section }

type Load = () => Promise<{ default: ComponentType }>

const loadedBy = (load: Load) => ({ load, Page: lazy(load) })
const withMantine = (load: Load) => ({ ...loadedBy(besideMantine(load)), mantine: true })

/** One page, so that the list stays when an order of it is opened. */
const ORDERS = withMantine(() => import('../orders/order-page'))

/** The menu in its order, and the site map of the back office, apart from the router's: that one comes with every student's page. */
export const SECTIONS: readonly Section[] = [
  {
    label: 'Bandeja',
    icon: IconInbox,
    screens: [
      { path: '', permission: null, ...loadedBy(() => import('../inbox/inbox-page')), entry: { label: 'Bandeja' } },
      {
        path: 'calificar/:id?',
        permission: 'calificar',
        ...withMantine(() => import('../grading/grading-page')),
        entry: { label: 'Calificar', waiting: ({ por_calificar }) => por_calificar },
      },
      {
        path: 'preguntas',
        permission: 'cursos.editar',
        ...withMantine(() => import('../questions/questions-page')),
        entry: { label: 'Preguntas', waiting: ({ sin_responder }) => sin_responder },
      },
      {
        path: 'moderacion/:id?',
        permission: 'moderar',
        ...withMantine(() => import('../moderation/moderation-page')),
        entry: { label: 'Moderación', waiting: ({ por_moderar }) => por_moderar },
      },
      {
        path: 'correos',
        permission: 'academia',
        ...withMantine(() => import('../mails/mails-page')),
        entry: { label: 'Correos', waiting: ({ correos_fallidos }) => correos_fallidos },
      },
    ],
  },
  {
    label: 'Cursos',
    icon: IconBooks,
    screens: [
      {
        path: 'cursos',
        permission: 'cursos.editar',
        ...withMantine(() => import('../courses/courses-page')),
        entry: { label: 'Cursos' },
      },
      { path: 'cursos/:id/:tab?', permission: 'cursos.editar', ...withMantine(() => import('../courses/course-page')) },
      {
        path: 'cursos/:id/lecciones/:leccion',
        permission: 'cursos.editar',
        ...withMantine(() => import('../lessons/lesson-page')),
      },
      {
        path: 'cursos/:id/examenes/:evaluacion',
        permission: 'cursos.editar',
        ...withMantine(() => import('../exams/exam-page')),
      },
      {
        path: 'sesiones',
        permission: 'cursos.editar',
        ...withMantine(() => import('../sessions/sessions-page')),
        entry: { label: 'Clases' },
      },
      {
        path: 'sesiones/:id/asistencia',
        permission: 'calificar',
        ...withMantine(() => import('../attendance/attendance-page')),
      },
      {
        path: 'evaluaciones/:id/intentos',
        permission: 'calificar',
        ...withMantine(() => import('../attempts/attempts-page')),
      },
      {
        path: 'evaluaciones/:id/resultados',
        permission: 'calificar',
        ...withMantine(() => import('../results/results-page')),
      },
      { path: 'intentos/:id', permission: 'calificar', ...withMantine(() => import('../attempts/attempt-page')) },
    ],
  },
  {
    label: 'Personas',
    icon: IconUsers,
    screens: [
      {
        path: 'alumnos',
        permission: 'alumnos.ver',
        ...withMantine(() => import('../students/students-page')),
        entry: { label: 'Alumnos' },
      },
      {
        path: 'alumnos/:id/:tab?',
        permission: 'alumnos.ver',
        ...withMantine(() => import('../students/student-page')),
      },
      {
        path: 'matriculas',
        permission: 'alumnos.ver',
        ...withMantine(() => import('../enrolments/enrolments-page')),
        entry: { label: 'Matrículas' },
      },
      {
        path: 'matriculas/nueva',
        permission: 'alumnos.gestionar',
        ...withMantine(() => import('../enrolments/enrol-page')),
      },
      {
        path: 'equipo',
        permission: 'academia',
        ...withMantine(() => import('../team/team-page')),
        entry: { label: 'Equipo' },
      },
    ],
  },
  {
    label: 'Ventas',
    icon: IconReceipt,
    screens: [
      {
        path: 'ordenes',
        permission: 'devoluciones',
        ...ORDERS,
        entry: { label: 'Pagos en revisión', waiting: ({ pagos_en_revision }) => pagos_en_revision },
      },
      // Who may not decide about payments sees an order all the same.
      { path: 'ordenes/:numero', permission: 'ventas.ver', ...ORDERS },
      {
        path: 'devoluciones/:numero?',
        permission: 'devoluciones',
        ...withMantine(() => import('../refunds/refunds-page')),
        entry: { label: 'Devoluciones', waiting: ({ devoluciones_pedidas }) => devoluciones_pedidas },
      },
    ],
  },
  {
    label: 'Mensajes',
    icon: IconMessages,
    screens: [
      {
        path: 'soporte/:id?',
        permission: 'soporte',
        ...withMantine(() => import('../support/support-page')),
        entry: { label: 'Soporte', waiting: ({ soporte }) => soporte },
      },
      {
        path: 'reclamos/:id?',
        permission: 'reclamos',
        ...withMantine(() => import('../complaints/complaints-page')),
        entry: { label: 'Reclamaciones', waiting: ({ reclamos }) => reclamos?.total ?? null },
      },
    ],
  },
  {
    label: 'Sitio',
    icon: IconBrowser,
    screens: [
      {
        path: 'paginas',
        permission: 'sitio',
        ...withMantine(() => import('../site/pages-page')),
        entry: { label: 'Páginas' },
      },
      { path: 'paginas/:clave', permission: 'sitio', ...withMantine(() => import('../site/page-page')) },
      {
        path: 'portada',
        permission: 'sitio',
        ...withMantine(() => import('../site/landing-page')),
        entry: { label: 'Portada', unlisted: true },
      },
      {
        path: 'premios',
        permission: 'sitio',
        ...withMantine(() => import('../site/prizes-page')),
        entry: { label: 'Premios' },
      },
      {
        path: 'temas',
        permission: 'sitio',
        ...withMantine(() => import('../site/topics-page')),
        entry: { label: 'Temas de prompt' },
      },
      { path: 'temas/:id', permission: 'sitio', ...withMantine(() => import('../site/topic-page')) },
      {
        path: 'categorias',
        permission: 'catalogo',
        ...withMantine(() => import('../categories/categories-page')),
        entry: { label: 'Categorías' },
      },
    ],
  },
  {
    label: 'Ajustes',
    icon: IconSettings,
    screens: [
      {
        path: 'ajustes',
        permission: 'academia',
        ...withMantine(() => import('../settings/settings-page')),
        entry: { label: 'Ajustes' },
      },
      {
        path: 'marcas',
        permission: 'plataforma',
        ...withMantine(() => import('../brands/brands-page')),
        entry: { label: 'Marcas' },
      },
      {
        path: 'historial',
        permission: 'academia',
        ...withMantine(() => import('../audit/audit-page')),
        entry: { label: 'Historial' },
      },
      {
        path: 'trabajos',
        permission: 'calificar',
        ...withMantine(() => import('../jobs/jobs-page')),
        entry: { label: 'Trabajos', unlisted: true },
      },
    ],
  },
]

export const SCREENS: readonly Screen[] = SECTIONS.flatMap((section) =>
  section.screens.map((screen) => ({ ...screen, section })),
)

export const screenAt = (pathname: string): Screen | undefined =>
  matchRoutes(SCREENS.slice(), pathname, '/gestion')?.at(-1)?.route

/** Fetches what an address of the back office shows before it is opened; a failure shows when it is. */
export function preload(pathname: string): void {
  screenAt(pathname)
    ?.load()
    .catch(() => undefined)
}
