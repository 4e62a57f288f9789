import type { Page } from '@playwright/test'
import { RESULT_SCREENS } from './results.ts'
import { DATA, type Screen, showing } from './screen.ts'

const ADMIN = 'admin@demo.pe' as const

const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const person = (id: number, nombres: string, apellidos: string) => ({
  ...{ id, nombres, apellidos, foto_perfil: null, tipo_cliente: 'Alumno' },
})

const QUESTIONS = [
  [
    'comentario',
    '¿Con qué lente grabaste la escena del puente? Con el de 50 me queda muy cerrada.',
    'Killari Mamani',
    9,
  ],
  ['foro', 'Exporté en 4K y el archivo pesa 12 GB. ¿Qué ajustes usan para subirlo?', 'Jorge Luis Ñahui', 2],
  ['comentario', '¿El guion técnico se entrega en el mismo documento?', 'Daniela Quiroz', 0],
] as const

const questions = QUESTIONS.map(([tipo, extracto, autor, days], at) => ({
  ...{ tipo, id: at + 1, id_curso: 1, curso: 'Guion y narrativa audiovisual', lugar: 'Del papel a la pantalla' },
  ...{ autor, extracto, fecha: day(days), ruta: '/foro/1' },
}))

const report = (id: number, motivo: string, detalle: string, reporta: string) => ({
  ...{ id, motivo, detalle, fecha: day(2 - id / 2), decision: null, id_foro: 1, foro: '¿Qué laptop recomiendan?' },
  reporta: { id: 90 + id, nombre: reporta },
  tema: null,
  post: {
    ...{ id: 40, id_foro: 1, parent_id: null, recortado: false, likes: 0, liked: false, likes_usuarios: [] },
    ...{ fecha: day(3), fecha_creacion: day(3), editado_en: null, eliminado: false, es_solucion: false },
    contenido: '<p>Vendo cuentas de streaming baratas, escríbanme al <strong>987 654 321</strong>.</p>',
    usuario: person(7, 'Luis Alberto', 'Paz Soldán'),
  },
})
const reports = [report(1, 'spam', 'Ya lo puso en tres foros.', 'Ana Rojas'), report(2, 'datos', '', 'Teo Huamán')]
const reportPage = { data: reports, total: 2, per_page: 50, current_page: 1, last_page: 1 }
const showReports = (text: string) => showing(/\/api\/reportes-foro\?/, reportPage, text)

const mails = [
  ...[{ id: 2, nombre: 'Killari Mamani', correo: 'k•••@alumnos.demo.pe', causa: 'rechazado' }],
  ...[{ id: 1, nombre: 'Jorge Luis Ñahui', correo: 'j•••@alumnos.demo.pe', causa: 'sin_servidor' }],
].map((mail) => ({ ...mail, asunto: 'Tu examen «Del papel a la pantalla» está calificado.', fecha: day(3) }))

const give = async (page: Page) => {
  await page.getByRole('button', { name: 'Dar intentos o tiempo' }).click()
  await page.getByRole('dialog').waitFor()
}

/** Attempts of an exam and what is done with them. */
const ATTEMPT_SCREENS: readonly Screen[] = [
  {
    name: 'gestion-intentos',
    path: ({ otroExamen }) => `/gestion/evaluaciones/${otroExamen}/intentos`,
    viewer: ADMIN,
    faces: DATA,
  },
  {
    name: 'gestion-intentos-nada',
    path: ({ otroExamen }) => `/gestion/evaluaciones/${otroExamen}/intentos?q=zzzz`,
    viewer: ADMIN,
  },
  { name: 'gestion-intento', path: ({ intento }) => `/gestion/intentos/${intento}`, viewer: ADMIN, faces: DATA },
  {
    name: 'gestion-intento-corregir',
    path: ({ intento }) => `/gestion/intentos/${intento}`,
    viewer: ADMIN,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Corregir nota/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Corregir la nota' }).click()
      await page.getByText('Escribe el motivo.').waitFor()
    },
  },
  {
    name: 'gestion-intento-revocar',
    path: ({ examen }) => `/gestion/evaluaciones/${examen}/intentos?estado=aprobado&orden=-inicio`,
    viewer: ADMIN,
    act: async (page) => {
      await page.locator('[data-row]').first().click()
      await page
        .getByRole('button', { name: /^Corregir nota/ })
        .first()
        .click()
      await page.getByLabel('Puntos').fill('0')
      await page.getByLabel('Motivo').fill('Contamos de más.')
      await page.getByRole('button', { name: 'Corregir la nota' }).click()
      await page.getByText('Esta nota dio un certificado').waitFor()
    },
  },
  {
    name: 'gestion-intento-extras',
    path: ({ intento }) => `/gestion/intentos/${intento}`,
    viewer: ADMIN,
    act: async (page) => {
      await give(page)
      await page.getByLabel('Intentos de más').fill('1')
      await page.getByText(/y 1 más/).waitFor()
    },
  },
  {
    name: 'gestion-intento-anular',
    path: ({ intento }) => `/gestion/intentos/${intento}`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('button', { name: /^Anular para todos… la pregunta 2/ }).click()
      await page.getByRole('textbox', { name: 'Motivo' }).fill('Se entendía de dos maneras.')
      await page.getByRole('button', { name: 'Ver qué cambiaría' }).click()
      await page.getByText(/^Si aplicas esta corrección/).waitFor()
    },
  },
  {
    name: 'gestion-intentos-varios',
    path: ({ otroExamen }) => `/gestion/evaluaciones/${otroExamen}/intentos`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('button', { name: 'Dar a varios' }).click()
      await page.getByRole('radio', { name: /^Una lista/ }).check()
      await page.getByRole('textbox', { name: 'Minutos de más' }).fill('10')
      await page.getByRole('textbox', { name: 'Correos' }).fill('ana@prueba.pe\nteo@prueba.pe')
    },
  },
  {
    name: 'gestion-alumno-certificados',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}/certificados`,
    viewer: ADMIN,
    faces: DATA,
  },
  {
    name: 'gestion-alumno-revocar',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}/certificados`,
    viewer: ADMIN,
    act: async (page) => {
      await page
        .getByRole('table', { name: 'Certificados' })
        .or(page.getByRole('list', { name: 'Certificados' }))
        .getByRole('button', { name: /^Acciones de/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Revocar' }).click()
      await page.getByRole('button', { name: 'Revocar', exact: true }).click()
      await page.getByText('Escribe el motivo.').waitFor()
    },
  },
  {
    name: 'gestion-alumno-extras',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}/evaluaciones`,
    viewer: ADMIN,
    act: async (page) => {
      await give(page)
      await page.getByRole('combobox', { name: 'Examen' }).click()
      await page.getByRole('option').first().click()
      await page.getByText(/^Tendrá/).waitFor()
    },
  },
]

const others = [
  { nombre: 'Daniela Quiroz', correo: 'd•••@alumnos.demo.pe', asunto: 'Invitación al campus', causa: 'rechazado' },
  { nombre: null, correo: null, asunto: 'Hoja de reclamación 000000012-2026, respuesta', causa: 'sin_servidor' },
].map((mail, at) => ({ ...mail, id: `00000000-0000-4000-8000-00000000000${at}`, fecha: day(1 + at) }))

const ticket = (id: number, nombres: string, autor: string, mensaje: string) => ({
  ...{ id, numero: 40 + id, id_usuario: id, nombres, apellidos: 'Mamani Quispe', correo: 'k.mamani@alumnos.demo.pe' },
  ...{ autor, mensaje, estado: 'cerrado', fecha: '2026-11-20T15:10:00Z' },
  ...{ respuesta: 'Ya está: vuelve a abrir la lección.', fecha_respuesta: '2026-11-20T16:02:00Z' },
})
const closedTickets = {
  data: [
    ticket(1, 'Killari', 'alumno', 'No me abre el video de la lección 3.\nProbé con dos teléfonos.'),
    ticket(2, 'Jorge Luis', 'personal', '¿Dónde subo el material de la clase?'),
  ],
  ...{ total: 2, per_page: 50, current_page: 1, last_page: 1 },
}

/** What teachers and moderators attend to in their courses. */
export const TEACHING_SCREENS: readonly Screen[] = [
  ...ATTEMPT_SCREENS,
  ...RESULT_SCREENS,
  {
    name: 'gestion-asistencia',
    path: ({ sesion }) => `/gestion/sesiones/${sesion}/asistencia`,
    viewer: ADMIN,
    faces: DATA,
  },
  {
    name: 'gestion-preguntas',
    path: () => '/gestion/preguntas',
    viewer: ADMIN,
    faces: DATA,
    act: showing(/\/api\/gestion\/preguntas/, { data: questions, total: 3, siguiente: null }, 'Killari Mamani'),
  },
  { name: 'gestion-preguntas-nada', path: () => '/gestion/preguntas', viewer: ADMIN },
  {
    name: 'gestion-moderacion',
    path: () => '/gestion/moderacion',
    viewer: ADMIN,
    faces: DATA,
    act: showReports('2 reportes'),
  },
  {
    name: 'gestion-correos',
    path: () => '/gestion/correos',
    viewer: ADMIN,
    faces: DATA,
    act: async (page) => {
      await page.route(/\/correos\/otros$/, (route) =>
        route.fulfill({ json: { data: { total: others.length, correos: others } } }),
      )
      const list = { data: mails, total: 2, siguiente: null }
      await showing(/\/api\/gestion\/correos(\?|$)/, list, 'Killari Mamani')(page)
      await page.getByText('Invitación al campus').first().waitFor()
    },
  },
  {
    name: 'gestion-soporte-cerrado',
    path: () => '/gestion/soporte/1?estado=cerrado',
    viewer: ADMIN,
    act: showing(/\/api\/soporte\?/, closedTickets, 'Reabrir'),
  },
  { name: 'gestion-correos-nada', path: () => '/gestion/correos', viewer: ADMIN },
  {
    name: 'gestion-moderacion-reporte',
    path: () => '/gestion/moderacion/1',
    viewer: ADMIN,
    act: async (page) => {
      await showReports('Ya lo puso en tres foros.')(page)
      await page.getByRole('button', { name: 'Guardar la decisión' }).click()
      await page.getByText('Escribe por qué.').waitFor()
    },
  },
]
