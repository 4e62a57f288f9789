import type { Page } from '@playwright/test'
import { begin, press } from './acts.ts'
import { withPlayer } from './player.ts'
import { DATA, type Ids, type Screen, type Viewer } from './screen.ts'

const VETERAN: Viewer = 'alumno@demo.pe'
const STUDENT: Viewer = 'alumna@demo.pe'
const LIST = [...DATA, 'vacio'] as const

const survey = (ids: Ids) => `/examen/${ids.encuesta}/${ids.curso}/curso`
const openExam = (ids: Ids) => `/examen/${ids.examen}/${ids.modulo}/modulo`
const lesson = (ids: Ids) => `/miscursos/${ids.curso}/modulos/${ids.modulo}/leccion/${ids.leccion}`

const watch = (page: Page) => page.getByRole('button', { name: 'Ver el video' }).click()

type Data = Record<string, unknown>

/** Shows an answer of the server with some of it changed. */
const changing = (call: RegExp, change: (data: Data) => Data) => async (page: Page) => {
  await page.route(call, async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = (await answer.json()) as { data: Data }
    await route.fulfill({ json: { ...rest, data: { ...data, ...change(data) } } })
  })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The demo's lessons all have a video. */
const withoutVideo = changing(/\/api\/lecciones\/detallado\/\d+$/, () => ({ archivos: [] }))

const allDone = changing(/\/api\/inicio$/, ({ cursos }) => ({
  siguiente: null,
  cursos: (cursos as { estado_avance: string }[]).filter(({ estado_avance }) => estado_avance === 'terminado'),
}))

async function endVideo(page: Page): Promise<void> {
  const player = await withPlayer(page)
  await watch(page)
  while (!(await player.isReady())) await page.waitForTimeout(50)
  await player.end()
  await page.getByRole('region', { name: 'Fin del video' }).waitFor()
}

/** Where students spend their time: courses, lessons, exams, surveys. */
export const LEARNING_SCREENS: readonly Screen[] = [
  { name: 'dashboard', path: () => '/inicio', viewer: VETERAN, faces: LIST },
  { name: 'dashboard-terminado', path: () => '/inicio', viewer: VETERAN, act: allDone },
  { name: 'mis-cursos', path: () => '/miscursos', viewer: VETERAN, faces: LIST },
  { name: 'modulos', path: (ids) => `/miscursos/${ids.curso}/modulos`, viewer: VETERAN, faces: DATA },
  {
    name: 'leccion',
    path: lesson,
    viewer: VETERAN,
    faces: DATA,
  },
  {
    name: 'leccion-comentarios',
    path: lesson,
    viewer: STUDENT,
    act: (page) => page.getByRole('heading', { name: /^Comentarios/ }).scrollIntoViewIfNeeded(),
  },
  { name: 'leccion-sin-video', path: lesson, viewer: STUDENT, act: withoutVideo },
  {
    name: 'leccion-video-falla',
    path: lesson,
    viewer: STUDENT,
    act: async (page) => {
      await watch(page)
      await page.getByText('No se pudo cargar el video').waitFor()
    },
  },
  { name: 'leccion-fin-de-video', path: lesson, viewer: STUDENT, act: endVideo },
  {
    name: 'leccion-curso-terminado',
    path: ({ terminado: { curso, modulo, leccion } }) => `/miscursos/${curso}/modulos/${modulo}/leccion/${leccion}`,
    viewer: VETERAN,
  },
  { name: 'modulos-terminado', path: (ids) => `/miscursos/${ids.terminado.curso}/modulos`, viewer: VETERAN },
  { name: 'examen', path: (ids) => `/examen/${ids.otroExamen}/${ids.otroModulo}/modulo`, viewer: STUDENT, faces: DATA },
  { name: 'examen-pregunta', path: openExam, viewer: STUDENT, act: begin },
  {
    name: 'examen-en-curso',
    path: openExam,
    viewer: STUDENT,
    act: async (page) => {
      await begin(page)
      await page.getByRole('link', { name: 'Salir del examen' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Salir', exact: true }).click()
      await page.getByRole('timer', { name: 'Tiempo restante del examen' }).waitFor()
    },
  },
  {
    name: 'examen-resumen',
    path: openExam,
    viewer: STUDENT,
    act: async (page) => {
      await begin(page)
      await page.getByRole('button', { name: 'Revisar y enviar' }).last().click()
    },
  },
  {
    name: 'examen-aprobado',
    path: openExam,
    viewer: VETERAN,
    act: async (page) => {
      await press('Ver mi último resultado')(page)
      await page.getByRole('link', { name: /^Añadir a LinkedIn/ }).waitFor()
    },
  },
  {
    name: 'examen-desaprobado',
    path: (ids) => `/examen/${ids.otroExamen}/${ids.otroModulo}/modulo`,
    viewer: VETERAN,
    act: press('Ver mi último resultado'),
  },
  {
    name: 'examen-sin-intentos',
    path: ({ examenAgotado }) => `/examen/${examenAgotado.id}/${examenAgotado.modulo}/modulo`,
    viewer: VETERAN,
    act: (page) => page.getByRole('button', { name: 'Ver mi último resultado' }).waitFor(),
  },
  { name: 'examen-final', path: (ids) => `/examen/${ids.examenCurso}/${ids.curso}/curso`, viewer: STUDENT },
  { name: 'encuesta', path: survey, viewer: STUDENT },
  {
    name: 'encuesta-enviada',
    path: ({ terminado }) => `/examen/${terminado.encuesta}/${terminado.curso}/curso`,
    viewer: VETERAN,
  },
  {
    name: 'encuesta-respondiendo',
    path: survey,
    viewer: VETERAN,
    act: async (page) => {
      const begin = page.getByRole('button', { name: 'Responder encuesta' })
      const title = page.getByRole('heading', { name: 'Tu opinión, sin tu nombre' })
      // A survey that another picture began continues without a click.
      await begin.or(title).waitFor()
      if (await begin.isVisible()) await begin.click()
      await title.waitFor()
    },
  },
]
