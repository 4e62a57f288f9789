import type { Page } from '@playwright/test'

/** The states of a screen; `vacio` is a student without enrolments. */
export type Face = 'lleno' | 'vacio' | 'cargando' | 'error' | 'sin-conexion'

/** The faces of a screen that reads data. */
export const DATA = ['lleno', 'cargando', 'error', 'sin-conexion'] as const

/** The demo account that looks at the screen. */
export type Viewer = 'alumno@demo.pe' | 'alumna@demo.pe' | 'nueva@demo.pe' | 'admin@demo.pe' | 'plataforma@demo.pe'

/** Ids for the addresses of screens; see story.ts. */
export type Ids = {
  alumno: number
  curso: number
  modulo: number
  leccion: number
  examen: number
  otroModulo: number
  otroExamen: number
  examenCurso: number
  encuesta: number
  /** An exam failed as often as it may be taken. */
  examenAgotado: { id: number; modulo: number }
  /** A course with its certificate, and a sent survey of it. */
  terminado: { curso: number; modulo: number; leccion: number; encuesta: number }
  codigo: string
  /** The forum with most posts. */
  foro: number
  /** An attempt that the demo's student sent. */
  intento: number
  /** A live class that the demo's teacher gives. */
  sesion: number
}

/** One screen in one state; `act` runs after it has loaded. */
export type Screen = {
  name: string
  path: (ids: Ids) => string
  viewer?: Viewer
  faces?: readonly Face[]
  act?: (page: Page) => Promise<unknown>
  /** Local storage before the page loads. */
  keeps?: (ids: Ids) => Record<string, string>
  /** Only below 768 px, or only from 1200 px on. */
  only?: 'telefono' | 'escritorio'
}

/** Mocks an answer, so that nothing changes on the server, and shows it. */
export const showing = (call: RegExp, data: object, text: string) => async (page: Page) => {
  await page.route(call, (route) => route.fulfill({ json: { data } }))
  await page.reload()
  await page.getByText(text).first().waitFor()
}
