import { DATA, type Screen } from './screen.ts'
import { courseAction, enrolmentAct, openItem, press, showEnrolled, showPendingMail } from './staff-acts.ts'

const ADMIN = 'admin@demo.pe' as const
const PLATFORM = 'plataforma@demo.pe' as const

const SHEETS = 'Hojas de reclamación'

/** The back office as an administrator of the brand sees it. */
export const STAFF_SCREENS: readonly Screen[] = [
  { name: 'gestion-bandeja', path: () => '/gestion', viewer: ADMIN, faces: DATA },
  { name: 'gestion-cajon', path: () => '/gestion', viewer: ADMIN, act: press('Abrir menú'), only: 'telefono' },
  {
    name: 'gestion-menu',
    path: () => '/gestion',
    viewer: ADMIN,
    act: async (page) => {
      await press(/^Menú de/)(page)
      await page.getByRole('menuitem', { name: 'Ir al campus' }).waitFor()
    },
  },
  {
    name: 'gestion-buscar',
    path: () => '/gestion',
    viewer: ADMIN,
    act: async (page) => {
      await press('Buscar en la gestión')(page)
      await page.getByRole('option', { name: /Historial/ }).waitFor()
    },
  },
  {
    name: 'gestion-buscar-orden',
    path: () => '/gestion',
    viewer: ADMIN,
    act: async (page) => {
      await press('Buscar en la gestión')(page)
      await page.getByRole('combobox', { name: 'Buscar en la gestión' }).fill('lucia')
      await page.getByRole('option', { name: /S\/ / }).first().waitFor()
    },
  },
  {
    name: 'gestion-atajos',
    path: () => '/gestion',
    viewer: ADMIN,
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    },
    only: 'escritorio',
  },
  {
    name: 'gestion-curso-nuevo',
    path: () => '/gestion/cursos?nuevo=1',
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('dialog').getByRole('combobox', { name: 'Categoría' }).fill('Cerámica')
      await page.getByText('Se crea con el curso.').waitFor()
    },
  },
  { name: 'gestion-sin-permiso', path: () => '/gestion', viewer: 'alumno@demo.pe' },
  { name: 'gestion-no-existe', path: () => '/gestion/no-existe', viewer: ADMIN },
  { name: 'gestion-historial', path: () => '/gestion/historial', viewer: ADMIN, faces: DATA },
  { name: 'gestion-historial-nada', path: () => '/gestion/historial?accion=pago_cambiado', viewer: ADMIN },
  { name: 'gestion-curso-historial', path: ({ curso }) => `/gestion/historial?curso=${curso}`, viewer: ADMIN },
  { name: 'gestion-calificar', path: () => '/gestion/calificar', viewer: ADMIN, faces: DATA },
  { name: 'gestion-calificar-nada', path: () => '/gestion/calificar?recibida=2100-01-01', viewer: ADMIN },
  { name: 'gestion-soporte', path: () => '/gestion/soporte', viewer: ADMIN, faces: DATA },
  { name: 'gestion-soporte-mensaje', path: () => '/gestion/soporte', viewer: ADMIN, act: openItem('Mensajes') },
  {
    name: 'gestion-soporte-cerrar',
    path: () => '/gestion/soporte',
    viewer: ADMIN,
    act: async (page) => {
      await openItem('Mensajes')(page)
      await press('Cerrar sin responder')(page)
      await page.getByRole('button', { name: 'Cerrar el mensaje' }).waitFor()
    },
  },
  { name: 'gestion-reclamos', path: () => '/gestion/reclamos', viewer: ADMIN, faces: DATA },
  { name: 'gestion-reclamos-nada', path: () => '/gestion/reclamos?estado=vencido', viewer: ADMIN },
  { name: 'gestion-reclamos-hoja', path: () => '/gestion/reclamos', viewer: ADMIN, act: openItem(SHEETS) },
  {
    name: 'gestion-reclamos-enviar',
    path: () => '/gestion/reclamos',
    viewer: ADMIN,
    act: async (page) => {
      await openItem(SHEETS)(page)
      await page.getByLabel('Tu respuesta').fill('Repetimos la clase este sábado a las 10:00.\n\nTe pedimos disculpas.')
      await press('Revisar y enviar')(page)
      await page.getByRole('button', { name: 'Sí, enviar' }).waitFor()
    },
  },
  { name: 'gestion-cursos', path: () => '/gestion/cursos', viewer: ADMIN, faces: DATA },
  { name: 'gestion-curso', path: ({ curso }) => `/gestion/cursos/${curso}`, viewer: ADMIN, faces: DATA },
  { name: 'gestion-curso-ficha', path: ({ curso }) => `/gestion/cursos/${curso}/ficha`, viewer: ADMIN },
  { name: 'gestion-curso-alumnos', path: ({ curso }) => `/gestion/cursos/${curso}/alumnos`, viewer: ADMIN },
  { name: 'gestion-curso-ventas', path: ({ curso }) => `/gestion/cursos/${curso}/ventas`, viewer: ADMIN },
  { name: 'gestion-curso-resultados', path: ({ curso }) => `/gestion/cursos/${curso}/resultados`, viewer: ADMIN },
  {
    name: 'gestion-curso-acciones',
    path: ({ curso }) => `/gestion/cursos/${curso}`,
    viewer: ADMIN,
    act: courseAction('Archivar', 'Archivar el curso'),
  },
  {
    name: 'gestion-curso-duplicar',
    path: ({ curso }) => `/gestion/cursos/${curso}`,
    viewer: ADMIN,
    act: courseAction('Duplicar', 'Duplicar el curso'),
  },
  { name: 'gestion-curso-clases', path: ({ curso }) => `/gestion/cursos/${curso}/clases`, viewer: ADMIN },
  { name: 'gestion-alumnos', path: () => '/gestion/alumnos', viewer: ADMIN, faces: DATA },
  { name: 'gestion-alumnos-nada', path: () => '/gestion/alumnos?q=zzzz', viewer: ADMIN },
  { name: 'gestion-alumno', path: ({ alumno }) => `/gestion/alumnos/${alumno}`, viewer: ADMIN, faces: DATA },
  { name: 'gestion-alumno-intentos', path: ({ alumno }) => `/gestion/alumnos/${alumno}/evaluaciones`, viewer: ADMIN },
  { name: 'gestion-alumno-compras', path: ({ alumno }) => `/gestion/alumnos/${alumno}/compras`, viewer: ADMIN },
  { name: 'gestion-alumno-ficha', path: ({ alumno }) => `/gestion/alumnos/${alumno}/datos`, viewer: ADMIN },
  {
    name: 'gestion-alumno-corregir',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}/datos`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByLabel('Nombres').fill('ગીતા')
      await press('Guardar')(page)
      await page.getByText('Escribe por qué se corrige.').waitFor()
    },
  },
  ...(
    [
      ['correo', 'Corregir correo', 'Correo nuevo'],
      ['sesiones', 'Cerrar sus sesiones', 'Por qué se cierran'],
      ['datos', 'Descargar sus datos', 'Escribe tu contraseña para continuar.'],
      ['cierre', 'Cerrar la cuenta', 'Por qué se cierra'],
    ] as const
  ).map(
    ([name, act, field]): Screen => ({
      name: `gestion-alumno-${name}`,
      path: ({ alumno }) => `/gestion/alumnos/${alumno}`,
      viewer: ADMIN,
      act: async (page) => {
        await press('Acciones de la cuenta')(page)
        await page.getByRole('menuitem', { name: act, exact: true }).click()
        await page.getByLabel(field).waitFor()
      },
    }),
  ),
  {
    name: 'gestion-alumno-correo-pendiente',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}`,
    viewer: ADMIN,
    act: showPendingMail,
  },
  {
    name: 'gestion-alumno-enlace',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}`,
    viewer: ADMIN,
    act: async (page) => {
      await press('Copiar enlace para WhatsApp')(page)
      await page.getByRole('button', { name: 'Copiar enlace', exact: true }).waitFor()
    },
  },
  { name: 'gestion-matriculas', path: () => '/gestion/matriculas', viewer: ADMIN, faces: DATA },
  { name: 'gestion-matriculas-nada', path: () => '/gestion/matriculas?q=zzzz', viewer: ADMIN },
  {
    name: 'gestion-matriculas-suspender',
    path: () => '/gestion/matriculas?estado=vigente',
    viewer: ADMIN,
    act: async (page) => {
      await enrolmentAct('Suspender')(page)
    },
  },
  {
    name: 'gestion-matriculas-extender',
    path: () => '/gestion/matriculas?estado=vigente&q=diego',
    viewer: ADMIN,
    act: async (page) => {
      await enrolmentAct('Extender')(page)
    },
  },
  {
    name: 'gestion-alumno-nota',
    path: ({ alumno }) => `/gestion/alumnos/${alumno}`,
    viewer: ADMIN,
    act: async (page) => {
      await press('Escribir una nota')(page)
      await press('Guardar la nota')(page)
      await page.getByText('Escribe la nota.').waitFor()
    },
  },
  { name: 'gestion-matricular', path: () => '/gestion/matriculas/nueva', viewer: ADMIN, faces: DATA },
  {
    name: 'gestion-matricular-pago',
    path: ({ curso }) => `/gestion/matriculas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Personas' }).fill('Luz Rojas <luz@prueba.pe>\nteo@prueba.pe')
      await page.getByRole('radio', { name: /^Sí, pagó/ }).check()
    },
  },
  {
    name: 'gestion-matricular-hecho',
    path: ({ curso }) => `/gestion/matriculas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: showEnrolled,
  },
  {
    name: 'gestion-matriculas-errores',
    path: () => '/gestion/matriculas/nueva',
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Personas', exact: true }).fill('ana@prueba.pe\nLuz Rojas\nteo@')
      await press(/^Matricular a/)(page)
      await page.getByText('Línea 2: Falta el correo.').waitFor()
    },
  },
  {
    name: 'gestion-leccion',
    path: ({ curso, leccion }) => `/gestion/cursos/${curso}/lecciones/${leccion}`,
    viewer: ADMIN,
    faces: DATA,
  },
  {
    name: 'gestion-examen',
    path: ({ curso, examen }) => `/gestion/cursos/${curso}/examenes/${examen}`,
    viewer: ADMIN,
    faces: DATA,
  },
  {
    name: 'gestion-examen-ajustes',
    path: ({ curso, examen }) => `/gestion/cursos/${curso}/examenes/${examen}`,
    viewer: ADMIN,
    act: press('Ajustes'),
  },
  {
    name: 'gestion-examen-pegar',
    path: ({ curso, examen }) => `/gestion/cursos/${curso}/examenes/${examen}`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('button', { name: 'Agregar pregunta' }).click()
      await page.getByRole('menuitem', { name: 'Pegar preguntas…' }).click()
      const text = '¿Capital del Perú? {=Lima ~Cusco}\n\n¿Pares? {~%70%2 ~%30%4 ~3}\n\n¿Quedó abierta? {=sí ~no'
      await page.getByLabel('Preguntas en formato GIFT').fill(text)
    },
  },
  {
    name: 'gestion-recalificar',
    path: ({ curso, examen }) => `/gestion/cursos/${curso}/examenes/${examen}`,
    viewer: ADMIN,
    act: async (page) => {
      await press(/^Acciones de «/)(page)
      await page.getByRole('menuitem', { name: 'Recalificar…' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).waitFor()
    },
  },
  { name: 'gestion-marcas', path: () => '/gestion/marcas', viewer: PLATFORM, faces: DATA },
  { name: 'gestion-marcas-nueva', path: () => '/gestion/marcas', viewer: PLATFORM, act: press('Nueva marca') },
  {
    name: 'gestion-marcas-editar',
    path: () => '/gestion/marcas',
    viewer: PLATFORM,
    act: async (page) => {
      await page.locator('[data-row]').first().click()
      await page.getByRole('dialog').getByLabel('Dominios').waitFor()
    },
  },
  {
    name: 'gestion-marcas-cambiar',
    path: () => '/gestion',
    viewer: PLATFORM,
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Abrir menú' })
      if ((page.viewportSize()?.width ?? 0) < 576) await menu.click()
      await press('Cambiar de marca')(page)
      await page.getByRole('menuitemradio', { name: 'Escuela Cumbre' }).waitFor()
    },
  },
  {
    name: 'gestion-avisos',
    path: () => '/gestion',
    viewer: ADMIN,
    act: async (page) => {
      await press(/^Notificaciones/)(page)
      await page.getByRole('link', { name: 'Ver todas' }).waitFor()
    },
  },
  {
    name: 'gestion-temas-orden',
    path: () => '/gestion/temas',
    viewer: ADMIN,
    act: async (page) => {
      await press('Ordenar los temas')(page)
      await page.getByRole('row').first().waitFor()
    },
  },
  {
    name: 'gestion-cursos-orden',
    path: () => '/gestion/cursos',
    viewer: ADMIN,
    act: async (page) => {
      await press('Más acciones')(page)
      await page.getByRole('menuitem', { name: 'Ordenar el catálogo' }).click()
      await page.getByRole('dialog').getByRole('row').first().waitFor()
    },
  },
  { name: 'gestion-trabajos', path: () => '/gestion/trabajos', viewer: ADMIN, faces: DATA },
  { name: 'gestion-equipo', path: () => '/gestion/equipo', viewer: ADMIN, faces: DATA },
  { name: 'gestion-equipo-nada', path: () => '/gestion/equipo?q=zzzz', viewer: ADMIN },
  { name: 'gestion-equipo-invitar', path: () => '/gestion/equipo', viewer: ADMIN, act: press('Invitar') },
  {
    name: 'gestion-equipo-enlace',
    path: () => '/gestion/equipo?q=docente%40demo.pe',
    viewer: ADMIN,
    act: async (page) => {
      await page.locator('[data-row]').first().click()
      await press('Copiar enlace para WhatsApp')(page)
      await page.getByLabel('Escribe tu contraseña para continuar.').waitFor()
    },
  },
  {
    name: 'gestion-equipo-persona',
    path: () => '/gestion/equipo?q=docente%40demo.pe',
    viewer: ADMIN,
    act: async (page) => {
      await page.locator('[data-row]').first().click()
      await page.getByRole('checkbox', { name: 'Soporte' }).check()
      await press('Continuar')(page)
      await page.getByLabel('Escribe tu contraseña para continuar.').waitFor()
    },
  },
]
