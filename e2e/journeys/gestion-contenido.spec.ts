import { aCourse, anExam, aPerson } from '../../server/test/builders.ts'
import { isSaved } from '../support/drafts.ts'
import { takePreview } from '../support/exam-preview.ts'
import { pressKey, publish, type, writeAllKinds } from '../support/exam-writing.ts'
import { expect, test } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

const ADMIN = 'admin@demo.pe' as const

test('un examen con los seis tipos de pregunta se hace, se prueba y se publica con el teclado', async ({
  page,
  enter,
  database,
  axe,
}) => {
  test.slow()
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso con examen nuevo', id_cliente: 2 })
  await enter(page, ADMIN)
  await writeAllKinds(page, course.id, 'Examen de prueba')
  await isSaved(page)
  await axe(page)

  await pressKey(page, 'Vista previa')
  await expect(
    page.getByText('Vista previa: así lo verá un alumno. Nada de lo que hagas aquí se guarda.'),
  ).toBeVisible()
  await takePreview(page)
  await page.keyboard.press('Escape')

  await publish(page)
  const [row] = await database.sql<{ id: number }[]>`
    SELECT id FROM evaluaciones WHERE id_curso = ${course.id} AND nombre = 'Examen de prueba'`
  expect(row).toBeDefined()
})

test('preguntas pegadas en GIFT se ven antes, se agregan y se publican con el teclado', async ({
  page,
  enter,
  database,
  axe,
}) => {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso con preguntas pegadas', id_cliente: 2 })
  const exam = await anExam(database.db, { id_curso: course.id, values: [20], nombre: 'Examen pegado' })
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/examenes/${exam.id}`)
  const paste = async () => {
    await pressKey(page, 'Agregar pregunta')
    await page.getByRole('menuitem', { name: 'Pegar preguntas…' }).focus()
    await page.keyboard.press('Enter')
  }
  await paste()
  const field = page.getByLabel('Preguntas en formato GIFT')
  await expect(field).toBeFocused()
  await field.fill(
    '::Uno:: ¿Capital del Perú? {=Lima ~Cusco}\n\n¿Quedó abierta? {=sí ~no\n\n[html]<p>&iquest;Sí?</p> {T}',
  )
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await paste()
  const dialog = page.getByRole('dialog', { name: 'Pegar preguntas' })
  await expect(dialog.getByRole('status')).toHaveText('2 preguntas por agregar')
  const adding = dialog.getByRole('region', { name: 'Se agregan al borrador' }).getByRole('listitem')
  await expect(adding).toHaveText(['2¿Capital del Perú?Una respuesta', '3¿Sí?Una respuesta'])
  await expect(dialog.getByRole('region', { name: 'No se pueden traer' }).getByRole('listitem')).toHaveText([
    'Línea 3No se entiende cerca de la línea 3.¿Quedó abierta? {=sí ~no',
  ])
  await axe(page)
  await pressKey(page, 'Agregar 2 preguntas')
  await expect(dialog.getByRole('status')).toHaveText('Agregamos 2 preguntas. Lo que no se pudo traer sigue aquí.')
  await expect(field).toHaveValue('¿Quedó abierta? {=sí ~no')
  await field.fill('¿Quedó abierta? {=sí ~no}')
  await pressKey(page, 'Agregar 1 pregunta')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('4 preguntas, 80 puntos, aprueba con 48')).toBeVisible()
  await isSaved(page)
  await publish(page)
  const rows = await database.sql`SELECT p.pregunta, count(o.id)::int AS opciones FROM preguntas p
    LEFT JOIN opciones o ON o.id_pregunta = p.id WHERE p.id_evaluacion = ${exam.id} GROUP BY p.id ORDER BY p.orden`
  expect(rows.slice(1)).toEqual([
    { pregunta: '¿Capital del Perú?', opciones: 2 },
    { pregunta: '¿Sí?', opciones: 2 },
    { pregunta: '¿Quedó abierta?', opciones: 2 },
  ])
})

test('un archivo que sube despacio dice cuánto falta, se cancela, y uno que falló se reintenta', async ({
  page,
  enter,
  database,
  watch,
  axe,
}) => {
  watch.allow(/ERR_FAILED/)
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso con archivos', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${lesson?.id}`)
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser')
    await pressKey(page, 'Subir archivos')
    await (await chooser).setFiles({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(2_000_000, `%PDF-1.4 ${name}`),
    })
  }
  const network = await page.context().newCDPSession(page)
  const setUpload = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await setUpload(200_000)
  await choose('Guía.pdf')
  const bar = page.getByRole('progressbar', { name: 'Subiendo Guía.pdf' })
  const now = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(now).toBeGreaterThan(0)
  expect(await now()).toBeLessThan(100)
  await axe(page)
  await pressKey(page, 'Cancelar Guía.pdf')
  await expect(page.getByRole('list', { name: 'Archivos que se suben' })).toHaveCount(0)
  await setUpload(-1)

  await page.route('**/api/gestion/archivos*', (route) => route.abort(), { times: 1 })
  await choose('Tarea.pdf')
  await expect(page.getByRole('alert')).toHaveText('No se pudo conectar con el servidor.')
  await pressKey(page, 'Reintentar Tarea.pdf')
  await expect(page.getByLabel('Nombre del material 1')).toHaveValue('Tarea')
  await expect(page.getByRole('list', { name: 'Archivos que se suben' })).toHaveCount(0)
  await isSaved(page)
  await expect(page.getByLabel('Nombre del material 2')).toHaveCount(0)

  await pressKey(page, 'Texto')
  await pressKey(page, 'Quitar el material 1')
  await expect(page.getByRole('button', { name: 'Quitar el material 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Materiales' })).toBeFocused()
})

test('dos personas en una lección: la segunda ve las diferencias y nada se pierde', async ({
  page,
  newDevice,
  campus,
  baseURL,
  database,
  watch,
}) => {
  watch.allow(/409|ERR_FAILED/)
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso de dos', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  const address = `/gestion/cursos/${course.id}/lecciones/${lesson?.id}`
  const other = await newDevice()
  for (const one of [page, other]) {
    await keepSession(one, baseURL ?? '', campus.sessions[ADMIN])
    await one.goto(address)
    await expect(one.getByLabel('Título', { exact: true })).toBeVisible()
  }
  await type(other, 'Título', 'Lo de la otra persona')
  await isSaved(other)
  await type(page, 'Título', 'Lo que escribo yo')
  await expect(page.getByText(/guardó cambios mientras escribías\. Lo tuyo sigue en este equipo\./)).toBeVisible()
  await pressKey(page, 'Ver las diferencias')
  const dialog = page.getByRole('dialog', { name: 'Las diferencias' })
  await expect(dialog.locator('del').first()).toBeVisible()
  await expect(dialog.locator('ins').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Quedarme con lo mío' }).click()
  await isSaved(page)
  await page.reload()
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Lo que escribo yo')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Versiones' }).click()
  await expect(page.getByText(/Borrador reemplazado/)).toBeVisible()
  await page.getByRole('button', { name: 'Ver diferencias' }).first().click()
  await expect(page.getByRole('dialog').getByText('otra persona')).toBeVisible()
  await page.keyboard.press('Escape')

  await type(other, 'Título', 'Lo segundo de la otra')
  await other.getByRole('button', { name: 'Quedarme con lo mío' }).click()
  await isSaved(other)
  await type(page, 'Título', 'Lo segundo que escribo')
  await page.route('**/versiones', (route) => route.abort(), { times: 1 })
  await pressKey(page, /^Usar lo de /)
  await expect(page.getByText(/Lo tuyo no pudo ir a Versiones y sigue aquí\./)).toBeVisible()
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Lo segundo que escribo')
  await pressKey(page, /^Usar lo de /)
  await expect(page.getByText('Lo tuyo está en Versiones.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'El borrador' })).toBeFocused()
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Lo segundo de la otra')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Versiones' }).click()
  await expect(page.getByText(/Borrador descartado/)).toBeVisible()
  await page.getByRole('button', { name: 'Restaurar' }).first().click()
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Lo segundo que escribo')
})

test('en una pantalla angosta el temario se abre encima de la lección y lleva a otra', async ({
  page,
  enter,
  database,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const course = await aCourse(database.db, { lessons: 2, nombre: 'Curso con temario', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${lesson?.id}`)
  const opener = page.getByRole('button', { name: 'Temario', exact: true })
  const outline = page.getByRole('dialog', { name: 'Temario' })
  await opener.click()
  await expect(outline.getByRole('link', { name: 'Lección 1.1' })).toHaveAttribute('aria-current', 'page')
  const box = await outline.getByRole('link', { name: 'Lección 1.2' }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(outline).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await outline.getByRole('link', { name: 'Lección 1.2' }).press('Enter')
  await expect(outline).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Lección 1.2', level: 1 })).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 740 })
  await expect(opener).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Lecciones del curso' })).toBeVisible()
})

test('lo escrito sin conexión queda en el equipo y se envía al volver', async ({ page, enter, database, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso sin red', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${lesson?.id}`)
  await expect(page.getByRole('textbox', { name: 'Contenido' })).toBeVisible()
  await page.context().setOffline(true)
  await type(page, 'Título', 'Escrito en el bus')
  await expect(page.getByText('Sin conexión: guardado aquí')).toBeVisible()
  await page.context().setOffline(false)
  await isSaved(page)
  await page.reload()
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Escrito en el bus')
})

test('lo que no se puede guardar dice por qué en su campo, queda en el equipo y no se envía otra vez', async ({
  page,
  enter,
  database,
  watch,
}) => {
  watch.allow(/422/)
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso de título largo', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${lesson?.id}`)
  const title = page.getByLabel('Título', { exact: true })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await title.evaluate((field: unknown) =>
    (field as { removeAttribute(name: string): void }).removeAttribute('maxlength'),
  )
  await title.fill('x'.repeat(201))
  const refused = page.getByRole('alert').filter({ hasText: 'Hay algo que no se puede guardar así.' })
  await expect(refused).toContainText('Lo que escribiste sigue en este equipo.')
  await expect(title).toHaveAccessibleDescription('Puede tener hasta 200 caracteres.')
  await expect(page.getByRole('button', { name: 'Revisar y publicar' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Contenido' }).focus()
  await refused.getByRole('button', { name: 'Puede tener hasta 200 caracteres.' }).press('Enter')
  await expect(title).toBeFocused()
  expect(sent).toHaveLength(1)
  await page.reload()
  await expect(title).toHaveValue('x'.repeat(201))
  await title.fill('Corto')
  await isSaved(page)
  await expect(refused).toBeHidden()
})

test('una pregunta para comprobar se escribe entre párrafos con el teclado y llega a la lección', async ({
  page,
  enter,
  database,
  axe,
}) => {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso que pregunta', id_cliente: 2 })
  const [lesson] = course.modulos[0]?.lecciones ?? []
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/lecciones/${lesson?.id}`)
  const text = page.getByRole('textbox', { name: 'Contenido' })
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('Antes.')
  await page.getByRole('button', { name: 'Pregunta para comprobar' }).press('Enter')
  const check = page.getByRole('group', { name: 'Pregunta para comprobar' })
  await expect(check.getByRole('textbox', { name: 'Pregunta' })).toBeFocused()
  await page.keyboard.type('¿Qué se quita al amasar?')
  await check.getByRole('textbox', { name: 'Opción 1' }).focus()
  await page.keyboard.type('El color')
  await page.keyboard.press('Enter')
  await page.keyboard.type('El aire')
  await page.keyboard.press('Enter')
  await expect(check.getByRole('textbox', { name: 'Opción 3' })).toBeFocused()
  await expect(check).toContainText('«¿Qué se quita al amasar?»: escribe cada opción o quítala.')
  await isSaved(page)

  // As it is, it would not be published.
  await pressKey(page, 'Revisar y publicar')
  await expect(
    page.getByRole('dialog').getByText('«¿Qué se quita al amasar?»: escribe cada opción o quítala.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await check.getByRole('button', { name: 'Quitar la opción 3' }).press('Enter')
  await check.getByRole('radio', { name: 'La correcta es la opción 2' }).press('Space')
  await axe(page)
  await isSaved(page)
  await publish(page)
  const [row] = await database.sql<{ contenido: string }[]>`SELECT contenido FROM lecciones WHERE id = ${lesson?.id}`
  expect(row?.contenido).toContain(
    '<p>Antes.</p><pre><code class="language-pregunta">¿Qué se quita al amasar?\n- [ ] El color\n- [x] El aire</code></pre>',
  )

  // The editor reads what it wrote.
  await page.reload()
  await expect(check.getByRole('textbox', { name: 'Opción 2' })).toHaveValue('El aire')
  await expect(check.getByRole('radio', { name: 'La correcta es la opción 2' })).toBeChecked()
})

test('un error de la revisión lleva a su campo con el teclado; el borrador de otra persona no va marcado', async ({
  page,
  enter,
  database,
  axe,
}) => {
  test.slow()
  const { db, sql } = database
  const course = await aCourse(db, { lessons: 2, nombre: 'Curso con errores', id_cliente: 2 })
  const [module] = course.modulos
  const [first, second] = module?.lecciones ?? []
  const luz = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Luz', apellidos: 'Paz' })
  const draft = {
    ...{ nombre: 'Curso con errores', descripcion: '', nivel: 'Básico', id_categoria: course.id_categoria, horas: 0 },
    ...{ fecha_inicio: null, imagen: null, imagen_alt: '', aprenderas: [] },
    modulos: [{ id: module?.id, nombre: '', horas: null, lecciones: [first?.id, second?.id] }],
  }
  const text = { titulo: 'De Luz', duracion: 5, contenido: '', videos: [], materiales: [], gratis: false }
  const put = (objeto: string, documento: object, mail: string) =>
    sql`INSERT INTO borradores (id_cliente, objeto, documento, version, por) SELECT 2, ${objeto}, ${documento},
      nextval('version_documento'), id FROM usuarios WHERE id_cliente = 2 AND correo = ${mail}`
  await put(`curso:${course.id}`, draft, ADMIN)
  await put(`leccion:${second?.id}`, text, luz.correo)
  await enter(page, ADMIN)
  await page.goto(`/gestion/cursos/${course.id}/clases`)
  const follow = async (error: string) => {
    await pressKey(page, 'Revisar y publicar')
    const dialog = page.getByRole('dialog', { name: 'Revisar y publicar' })
    await dialog.getByText(error).press('Enter')
    await expect(dialog).toBeHidden()
  }
  await follow('Las horas deben ser un número mayor que cero.')
  await expect(page.getByRole('tab', { name: 'Ficha y precio', selected: true })).toBeVisible()
  await expect(page.getByLabel('Horas')).toBeFocused()
  await follow('Escribe el nombre del módulo.')
  await expect(page.getByRole('row').first()).toBeFocused()
  await follow('Asigna al menos un docente.')
  await expect(page.getByRole('combobox', { name: 'Docentes' })).toBeFocused()

  await page.goto(`/gestion/cursos/${course.id}/lecciones/${first?.id}`)
  await pressKey(page, 'Revisar y publicar')
  const theirs = page.getByRole('checkbox', { name: 'De Luz' })
  await expect(theirs).not.toBeChecked()
  await expect(theirs).toHaveAccessibleDescription(/^De Luz Paz, /)
  await expect(page.getByRole('checkbox', { name: 'Curso con errores' })).toBeChecked()
  await axe(page)
  await page.keyboard.press('Escape')
  await follow('Las horas deben ser un número mayor que cero.')
  await expect(page.getByLabel('Horas')).toBeFocused()
})
