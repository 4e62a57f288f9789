import { DATA, type Screen } from './screen.ts'
import { openClass, press } from './staff-acts.ts'

const ADMIN = 'admin@demo.pe' as const

/** The rest of a series, which the demo has none of. */
const LATER = {
  data: ['2099-03-15', '2099-03-22', '2099-03-29'].map((day, at) => ({
    ...{ id: at + 1, nombre: 'Taller en vivo', id_curso: 1, curso: 'Un curso', id_leccion: 1, leccion: 'Una lección' },
    ...{ fecha: day, hora_inicio: '19:30', inicio: `${day}T00:30:00+00:00`, duracion: 60, version: 1 },
    ...{ enlace: 'https://meet.example.com/taller', cancelada: false, alumnos: 41, id_grupo: null, grupo: null },
  })),
  total: 3,
  siguiente: null,
}

export const SESSION_SCREENS: readonly Screen[] = [
  { name: 'gestion-sesiones', path: () => '/gestion/sesiones', viewer: ADMIN, faces: DATA },
  { name: 'gestion-sesiones-nada', path: () => '/gestion/sesiones?curso=999999', viewer: ADMIN },
  {
    name: 'gestion-sesiones-nueva',
    path: () => '/gestion/sesiones',
    viewer: ADMIN,
    act: async (page) => {
      await press('Nueva clase')(page)
      await page.getByLabel('Se repite').selectOption('7')
      await page.getByLabel('Fecha', { exact: true }).fill('2099-03-07')
      await page.getByText('8 clases, cada sábado').waitFor()
    },
  },
  { name: 'gestion-sesiones-clase', path: () => '/gestion/sesiones', viewer: ADMIN, act: openClass },
  {
    name: 'gestion-sesiones-serie',
    path: () => '/gestion/sesiones',
    viewer: ADMIN,
    act: async (page) => {
      await page.route('**/api/gestion/sesiones?siguen_a=*', (route) => route.fulfill({ json: { data: LATER } }))
      await openClass(page)
      await page.getByText('Esta y las 3 siguientes').click()
      await page.getByLabel('Hora de Lima').fill('18:00')
    },
  },
  {
    name: 'gestion-sesiones-cancelar',
    path: () => '/gestion/sesiones',
    viewer: ADMIN,
    act: async (page) => {
      await openClass(page)
      await press('Cancelar la clase')(page)
      await page.getByRole('button', { name: 'Volver', exact: true }).waitFor()
    },
  },
]
