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

const plain = (path: string, permission: Permission | null, load: Load, entry?: Entry): OwnScreen => ({
  ...{ path, permission, load, Page: lazy(load) },
  ...(entry && { entry }),
})

/** Drawn with Mantine. */
const screen: typeof plain = (path, permission, load, entry) => ({
  ...plain(path, permission, besideMantine(load), entry),
  mantine: true,
})

/** The menu in its order, and the site map of the back office, apart from the router's: that one comes with every student's page. */
export const SECTIONS: readonly Section[] = [
  {
    label: 'Bandeja',
    icon: IconInbox,
    screens: [
      plain('', null, () => import('../inbox/inbox-page'), { label: 'Bandeja' }),
      screen('calificar/:id?', 'calificar', () => import('../grading/grading-page'), {
        label: 'Calificar',
        waiting: ({ por_calificar }) => por_calificar,
      }),
      screen('preguntas', 'cursos.editar', () => import('../questions/questions-page'), {
        label: 'Preguntas',
        waiting: ({ sin_responder }) => sin_responder,
      }),
      screen('moderacion/:id?', 'moderar', () => import('../moderation/moderation-page'), {
        label: 'Moderación',
        waiting: ({ por_moderar }) => por_moderar,
      }),
      screen('correos', 'academia', () => import('../mails/mails-page'), {
        label: 'Correos',
        waiting: ({ correos_fallidos }) => correos_fallidos,
      }),
    ],
  },
  {
    label: 'Cursos',
    icon: IconBooks,
    screens: [
      screen('cursos', 'cursos.editar', () => import('../courses/courses-page'), { label: 'Cursos' }),
      screen('cursos/:id/:tab?', 'cursos.editar', () => import('../courses/course-page')),
      screen('cursos/:id/lecciones/:leccion', 'cursos.editar', () => import('../lessons/lesson-page')),
      screen('cursos/:id/examenes/:evaluacion', 'cursos.editar', () => import('../exams/exam-page')),
      screen('sesiones', 'cursos.editar', () => import('../sessions/sessions-page'), { label: 'Clases' }),
      screen('sesiones/:id/asistencia', 'calificar', () => import('../attendance/attendance-page')),
      screen('evaluaciones/:id/intentos', 'calificar', () => import('../attempts/attempts-page')),
      screen('evaluaciones/:id/resultados', 'calificar', () => import('../results/results-page')),
      screen('intentos/:id', 'calificar', () => import('../attempts/attempt-page')),
    ],
  },
  {
    label: 'Personas',
    icon: IconUsers,
    screens: [
      screen('alumnos', 'alumnos.ver', () => import('../students/students-page'), { label: 'Alumnos' }),
      screen('alumnos/:id/:tab?', 'alumnos.ver', () => import('../students/student-page')),
      screen('matriculas', 'alumnos.ver', () => import('../enrolments/enrolments-page'), { label: 'Matrículas' }),
      screen('matriculas/nueva', 'alumnos.gestionar', () => import('../enrolments/enrol-page')),
      screen('grupos', 'alumnos.ver', () => import('../groups/groups-page')),
      screen('importaciones', 'alumnos.gestionar', () => import('../imports/import-page')),
      screen('importaciones/:id', 'alumnos.gestionar', () => import('../imports/report-page')),
      screen('equipo', 'academia', () => import('../team/team-page'), { label: 'Equipo' }),
    ],
  },
  {
    label: 'Ventas',
    icon: IconReceipt,
    screens: [
      screen('ventas', 'ventas.ver', () => import('../orders/sales-page'), {
        label: 'Ventas',
        waiting: ({ pagos_en_revision, cuotas_vencidas }) => (pagos_en_revision ?? 0) + (cuotas_vencidas ?? 0),
      }),
      plain('ordenes', 'ventas.ver', () => import('../orders/moved')),
      screen('ordenes/:numero', 'ventas.ver', () => import('../orders/order-page')),
      screen('ventas/nueva', 'ventas.registrar', () => import('../sales/sale-page')),
      screen('caja', 'ventas.registrar', () => import('../till/till-page'), { label: 'Caja de hoy' }),
      screen('caja/cierres', 'contabilidad', () => import('../till/closings-page')),
      screen('devoluciones/:numero?', 'devoluciones', () => import('../refunds/refunds-page'), {
        label: 'Devoluciones',
        waiting: ({ devoluciones_pedidas }) => devoluciones_pedidas,
      }),
      screen('devoluciones/hechas', 'devoluciones', () => import('../refunds/made-page')),
      screen('cupones', 'cupones', () => import('../coupons/coupons-page'), {
        label: 'Cupones',
        waiting: ({ cupones_pasados }) => cupones_pasados,
      }),
      screen('cupones/:id', 'cupones', () => import('../coupons/coupon-page')),
    ],
  },
  {
    label: 'Mensajes',
    icon: IconMessages,
    screens: [
      screen('soporte/:id?', 'soporte', () => import('../support/support-page'), {
        label: 'Soporte',
        waiting: ({ soporte }) => soporte,
      }),
      screen('reclamos/:id?', 'reclamos', () => import('../complaints/complaints-page'), {
        label: 'Reclamaciones',
        waiting: ({ reclamos }) => reclamos?.total ?? null,
      }),
    ],
  },
  {
    label: 'Sitio',
    icon: IconBrowser,
    screens: [
      screen('paginas', 'sitio', () => import('../site/pages-page'), { label: 'Páginas' }),
      screen('paginas/:clave', 'sitio', () => import('../site/page-page')),
      screen('portada', 'sitio', () => import('../site/landing-page'), { label: 'Portada', unlisted: true }),
      screen('premios', 'sitio', () => import('../site/prizes-page'), { label: 'Premios' }),
      screen('temas', 'sitio', () => import('../site/topics-page'), { label: 'Temas de prompt' }),
      screen('temas/:id', 'sitio', () => import('../site/topic-page')),
      screen('categorias', 'catalogo', () => import('../categories/categories-page'), { label: 'Categorías' }),
    ],
  },
  {
    label: 'Ajustes',
    icon: IconSettings,
    screens: [
      screen('ajustes', 'academia', () => import('../settings/settings-page'), { label: 'Ajustes' }),
      screen('cobros-y-correo', 'plataforma', () => import('../connections/connections-page'), {
        label: 'Cobros y correo',
      }),
      screen('marcas', 'plataforma', () => import('../brands/brands-page'), { label: 'Marcas' }),
      screen('historial', 'academia', () => import('../audit/audit-page'), { label: 'Historial' }),
      screen('trabajos', 'alumnos.ver', () => import('../jobs/jobs-page'), { label: 'Trabajos', unlisted: true }),
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
