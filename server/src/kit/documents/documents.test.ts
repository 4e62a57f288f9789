import { randomUUID } from 'node:crypto'
import { MAX_COURSE_DOCUMENTS } from '@campus/contract/course-limits'
import { quoted } from '@campus/contract/texts'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const G = '/api/gestion'

type Course = Awaited<ReturnType<typeof aCourse>>
let teacher: { id: number; token: string }
let other: { id: number; token: string }
let course: Course
let lesson: number

async function staff(tipo_cliente: 'Docente' | 'Administrador', nombres = 'Rosa', apellidos = 'Huamán') {
  const { id } = await aPerson(t.deps.db, { tipo_cliente, nombres, apellidos })
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  teacher = await staff('Docente')
  other = await staff('Administrador', 'Luz', 'Paz')
})

/** A course with a picture, a price and a teacher: nothing blocks its publication. */
async function ready(lessons = 2, modules = 2) {
  course = await aCourse(t.deps.db, { teacher: teacher.id, modules, lessons })
  await t.database.sql`UPDATE cursos SET imagen = '/api/storage/imagenes/a-320.webp', imagen_alt = 'Una mesa',
    descripcion = '<p>Se aprende.</p>', aprenderas = '{Uno,Dos,Tres,Cuatro}' WHERE id = ${course.id}`
  lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  return course
}

const get = (url: string, token = teacher.token) => t.call('GET', `${G}${url}`, { token })
const send = (method: 'PUT' | 'POST' | 'DELETE', url: string, body: unknown, token = teacher.token) =>
  t.call(method, `${G}${url}`, { token, body })

const open = async (objeto: string) => (await get(`/documentos/${objeto}`)).body.data
const save = (objeto: string, documento: unknown, version: number, token = teacher.token, more = {}) =>
  send('PUT', `/documentos/${objeto}`, { documento, version, ...more }, token)
const publish = (documentos: unknown[], more = {}, query = '') =>
  send('POST', `/publicar${query}`, { documentos, acepta_avisos: true, ...more })

const LESSON = {
  titulo: 'Los colores',
  duracion: 12,
  contenido: '<p>Hay <strong>tres</strong> primarios.</p>',
  videos: [{ titulo: 'La rueda', enlace: 'https://youtu.be/aqz-KE-bpKQ' }],
  materiales: [
    { tipo: 'Enlace', nombre: 'Manual', texto: null, ruta: 'https://example.pe/manual', formato: null, tamano: null },
    { tipo: 'Texto', nombre: 'Ideas', texto: '<p>Una <em>idea</em>.</p>', ruta: null, formato: null, tamano: null },
  ],
  gratis: false,
}

describe('a draft', () => {
  it('is saved over the version it was based on, and students see nothing of it', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const before = await open(objeto)
    expect(before).toMatchObject({ version: 0, borrador: false, estado: 'publicado', por: null, id_curso: course.id })
    const saved = await save(objeto, { ...LESSON, titulo: '' }, 0)
    expect(saved.status).toBe(200)
    const after = await open(objeto)
    expect(after).toMatchObject({
      version: saved.body.data.version,
      borrador: true,
      estado: 'con_cambios',
      documento: { titulo: '' },
      publicado: before.publicado,
      por: { id: teacher.id, nombre: 'Rosa Huamán' },
    })
    const [row] = await t.database.sql`SELECT titulo FROM lecciones WHERE id = ${lesson}`
    expect(row?.titulo).toBe(before.documento.titulo)
  })

  it('of another author is not overwritten: 409 with their text, which may be replaced and is not lost', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const mine = await save(objeto, LESSON, 0)
    const theirs = await save(objeto, { ...LESSON, titulo: 'De Luz' }, mine.body.data.version, other.token)
    const stale = await save(objeto, { ...LESSON, titulo: 'De Rosa' }, mine.body.data.version)
    expect(stale).toMatchObject({
      status: 409,
      body: {
        mensaje: 'Otra persona guardó cambios mientras editabas.',
        code: 'CAMBIO_MIENTRAS',
        actual: { datos: { titulo: 'De Luz' }, version: theirs.body.data.version, por: { nombre: 'Luz Paz' } },
      },
    })
    const replaced = await save(objeto, { ...LESSON, titulo: 'De Rosa' }, 0, teacher.token, {
      reemplaza: theirs.body.data.version,
    })
    expect(replaced.status).toBe(200)
    const { body } = await get(`/versiones?objeto=${objeto}`)
    expect(body.data).toMatchObject({
      total: 1,
      siguiente: null,
      data: [{ motivo: 'reemplazada', por: { nombre: 'Luz Paz' }, version: theirs.body.data.version }],
    })
    expect((await get(`/versiones/${theirs.body.data.version}`)).body.data.documento.titulo).toBe('De Luz')
  })

  it('that its author gives up at a clash goes to the versions once, and can come back', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const theirs = (await save(objeto, { ...LESSON, titulo: 'De Luz' }, 0, other.token)).body.data.version
    const mine = { documento: { ...LESSON, titulo: 'De Rosa' } }
    const aside = await send('POST', `/documentos/${objeto}/versiones`, mine)
    expect(aside.status).toBe(200)
    expect((await send('POST', `/documentos/${objeto}/versiones`, mine)).body).toEqual(aside.body)
    expect(await open(objeto)).toMatchObject({ version: theirs, documento: { titulo: 'De Luz' } })
    const { version } = aside.body.data
    expect((await get(`/versiones?objeto=${objeto}`)).body.data.data).toMatchObject([
      { version, motivo: 'descartada', por: { nombre: 'Rosa Huamán' } },
    ])
    expect((await send('POST', `/versiones/${version}/restaurar`, { version: theirs })).status).toBe(200)
    expect((await open(objeto)).documento.titulo).toBe('De Rosa')
    const unread = await send('POST', `/documentos/${objeto}/versiones`, { documento: { titulo: 7 } })
    expect(unread.status).toBe(422)
  })

  it('sent again after a lost answer is the same draft', async () => {
    await ready()
    const first = await save(`leccion:${lesson}`, LESSON, 0)
    expect((await save(`leccion:${lesson}`, LESSON, 0)).body).toEqual(first.body)
  })

  it('is discarded into the versions and brought back', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const { version } = (await save(objeto, LESSON, 0)).body.data
    expect((await send('DELETE', `/documentos/${objeto}`, { version: version + 1 })).status).toBe(409)
    const gone = await send('DELETE', `/documentos/${objeto}`, { version })
    expect(gone.body.data).toMatchObject({ borrador: false, version: 0 })
    const back = await send('POST', `/versiones/${version}/restaurar`, { version: 0 })
    expect(back.status).toBe(200)
    expect((await open(objeto)).documento).toEqual(LESSON)
  })

  it('has a bounded size and its own schema', async () => {
    await ready()
    const long = await save(`leccion:${lesson}`, { ...LESSON, titulo: 'x'.repeat(201) }, 0)
    expect(long).toMatchObject({
      status: 422,
      body: { errors: { 'documento.titulo': ['Puede tener hasta 200 caracteres.'] } },
    })
    const huge = await save(`leccion:${lesson}`, { ...LESSON, contenido: 'x'.repeat(1_100_000) }, 0)
    expect(huge.status).toBe(413)
  })

  it('of another course or brand is not there', async () => {
    await ready()
    const stranger = await staff('Docente')
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    for (const [objeto, token] of [
      [`leccion:${lesson}`, stranger.token],
      [`curso:${course.id}`, stranger.token],
      [`curso:${foreign.id}`, other.token],
      ['leccion:999999', other.token],
    ] as const) {
      expect((await get(`/documentos/${objeto}`, token)).status, objeto).toBe(404)
      expect((await save(objeto, LESSON, 0, token)).status, objeto).toBe(objeto.startsWith('curso') ? 422 : 404)
    }
  })
})

describe('publishing', () => {
  it('writes what students read, and what is read is what was written', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const { version } = (await save(objeto, LESSON, 0)).body.data
    const { status, body } = await publish([{ objeto, version }], { nota: 'Con video' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ensayo: false, documentos: [{ objeto, errores: [] }] })
    const now = await open(objeto)
    expect(now).toMatchObject({ borrador: false, estado: 'publicado', version: body.data.documentos[0].version })
    expect(now.documento).toEqual(LESSON)
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    const read = await t.call('GET', `/api/lecciones/detallado/${lesson}`, { token: await t.tokenOf(student.id) })
    expect(read.body.data).toMatchObject({ titulo: 'Los colores', contenido: LESSON.contenido })
    const { body: versions } = await get(`/versiones?objeto=${objeto}`)
    expect(versions.data.data).toMatchObject([{ motivo: 'publicada', nota: 'Con video' }])
    const [line] = await t.database.sql`SELECT detalle FROM auditoria WHERE objeto = ${objeto} ORDER BY id DESC LIMIT 1`
    expect(line?.detalle).toEqual({ hecho: 'publicado', version: body.data.documentos[0].version })
  })

  it('of a course is the same text again, with its outline in order', async () => {
    await ready()
    const objeto = `curso:${course.id}`
    const { documento } = await open(objeto)
    const [first, second] = documento.modulos
    const changed = {
      ...documento,
      nombre: 'Otro nombre',
      modulos: [second, { ...first, nombre: 'Al final', lecciones: [...first.lecciones].reverse() }],
    }
    const { version } = (await save(objeto, changed, 0)).body.data
    expect((await publish([{ objeto, version }])).status).toBe(200)
    expect((await open(objeto)).documento).toEqual(changed)
    const again = (await save(objeto, documento, (await open(objeto)).version)).body.data.version
    expect((await publish([{ objeto, version: again }])).status).toBe(200)
    expect((await open(objeto)).documento).toEqual(documento)
  })

  it('hides lessons that the outline leaves out and says whose progress changes', async () => {
    await ready()
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    const objeto = `curso:${course.id}`
    const { documento } = await open(objeto)
    documento.modulos[0].lecciones = documento.modulos[0].lecciones.slice(1)
    const { version } = (await save(objeto, documento, 0)).body.data
    const dry = await publish([{ objeto, version }], {}, '?ensayo=1')
    expect(dry.body.data).toMatchObject({
      ensayo: true,
      documentos: [{ efectos: ['El avance de 1 alumno cambiará.'] }],
    })
    const [there] = await t.database.sql`SELECT activo FROM lecciones WHERE id = ${lesson}`
    expect(there?.activo).toBe(true)
    await publish([{ objeto, version }])
    const [gone] = await t.database.sql`SELECT activo FROM lecciones WHERE id = ${lesson}`
    expect(gone?.activo).toBe(false)
  })

  it('names the exams that a removed module hides; an open attempt can still be submitted', async () => {
    await ready()
    const [gone, kept] = course.modulos
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: gone?.id ?? 0, nombre: 'Del módulo' })
    await anExam(t.deps.db, { id_curso: course.id, id_modulo: kept?.id ?? 0, nombre: 'Que se queda' })
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    const token = await t.tokenOf(student.id)
    const body = { id_evaluacion: exam.id }
    const detail = (await t.call('POST', '/api/detalle-evaluacion', { token, body })).body.data.id
    expect((await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })).status).toBe(200)
    const objeto = `curso:${course.id}`
    const { documento } = await open(objeto)
    const without = { ...documento, modulos: documento.modulos.slice(1) }
    const { version } = (await save(objeto, without, 0)).body.data
    const dry = await publish([{ objeto, version }], {}, '?ensayo=1')
    expect(dry.body.data.documentos[0].efectos).toEqual([
      'El avance de 1 alumno cambiará.',
      `Se oculta ${quoted('Del módulo')}, de un módulo quitado. Su intento abierto conserva su límite y se puede enviar.`,
    ])
    expect((await publish([{ objeto, version }])).status).toBe(200)
    const modules = await t.call('GET', `/api/evaluaciones/modulo/${gone?.id}`, { token })
    expect(modules.status).toBe(404)
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    expect(sent.status).toBe(200)
  })

  it('of a text with mistakes is refused with each of them, and nothing of the others is published', async () => {
    await ready()
    const [one, two] = [`leccion:${lesson}`, `curso:${course.id}`]
    const { documento } = await open(two)
    const a = (await save(one, LESSON, 0)).body.data.version
    const bad = { ...documento, nombre: ' ', horas: 0, imagen: null, nivel: null, id_categoria: null, modulos: [] }
    const b = (await save(two, bad, 0)).body.data.version
    const { status, body } = await publish([
      { objeto: one, version: a },
      { objeto: two, version: b },
    ])
    expect([status, body.code, body.mensaje]).toEqual([
      422,
      'NO_PUBLICABLE',
      'Falta algo para publicar. Revisa lo marcado.',
    ])
    const errors = body.documentos.find((found: { objeto: string }) => found.objeto === two).errores
    expect(errors).toEqual([
      { ruta: 'nombre', texto: 'Escribe el nombre del curso.' },
      { ruta: 'id_categoria', texto: 'Elige una categoría.' },
      { ruta: 'nivel', texto: 'Elige el nivel.' },
      { ruta: 'horas', texto: 'Las horas deben ser un número mayor que cero.' },
      { ruta: 'modulos', texto: 'Falta un módulo con una lección.' },
    ])
    const [row] = await t.database.sql`SELECT titulo FROM lecciones WHERE id = ${lesson}`
    expect(row?.titulo).not.toBe('Los colores')
    expect((await open(one)).borrador).toBe(true)

    const [modulo] = documento.modulos
    const unprinted = { ...documento, nombre: 'Kung-fu કળા', modulos: [{ ...modulo, nombre: 'કળા' }] }
    const c = (await save(two, unprinted, b)).body.data.version
    const answer = await publish([{ objeto: two, version: c }])
    const texto = 'Alguna letra no se puede imprimir en los certificados: escríbela en letras latinas.'
    expect(answer.body.documentos[0].errores).toEqual([
      { ruta: 'nombre', texto },
      { ruta: 'modulos.0.nombre', texto },
    ])
  })

  it('asks before it accepts warnings', async () => {
    await ready()
    const objeto = `curso:${course.id}`
    const { documento } = await open(objeto)
    const { version } = (await save(objeto, { ...documento, imagen_alt: '' }, 0)).body.data
    const refused = await publish([{ objeto, version }], { acepta_avisos: false })
    expect(refused).toMatchObject({ status: 422, body: { code: 'NO_PUBLICABLE' } })
    expect(refused.body.documentos[0]).toMatchObject({
      errores: [],
      avisos: expect.arrayContaining([{ ruta: 'imagen_alt', texto: 'La imagen no tiene texto alternativo.' }]),
    })
    expect((await publish([{ objeto, version }])).status).toBe(200)
  })

  const FREE = 'Se dará gratis: el precio es S/ 0.00.'

  it.each([
    ['a promotion that makes the course free', { costo: 14_900, promocion: 0, oferta: 'real' }, [FREE]],
    ['no promotion that the academy applies', { costo: 14_900, promocion: 9900, oferta: 'real' }, []],
    ['a free course', { costo: 0, promocion: null, oferta: 'especificacion' }, [FREE]],
    [
      'a promotion that the academy does not apply',
      { costo: 14_900, promocion: 0, oferta: 'especificacion' },
      ['La promoción no tiene efecto: en Ajustes, «Ofertas» no es «Solo las promociones con fecha de cada curso».'],
    ],
  ])('warns of %s', async (_, { costo, promocion, oferta }, texts) => {
    await ready()
    await t.database.sql`UPDATE clientes SET oferta = ${oferta} WHERE id = 2`
    await t.database.sql`UPDATE cursos SET costo_centimos = ${costo}, promocion_centimos = ${promocion},
      promocion_hasta = ${promocion === null ? null : '2099-01-01'} WHERE id = ${course.id}`
    const objeto = `curso:${course.id}`
    const { version } = (await save(objeto, (await open(objeto)).documento, 0)).body.data
    const dry = await publish([{ objeto, version }], {}, '?ensayo=1')
    const [{ errores, avisos }] = dry.body.data.documentos
    expect(errores).toEqual([])
    expect(avisos.filter(({ ruta }: { ruta: string }) => ruta === 'precio')).toEqual(
      texts.map((texto) => ({ ruta: 'precio', texto })),
    )
  })

  it('is not blocked by a hidden category, only by one that is not there', async () => {
    await ready()
    const objeto = `curso:${course.id}`
    await t.database.sql`UPDATE categorias SET estado = 0 WHERE id = ${course.id_categoria}`
    const { documento } = await open(objeto)
    const { version } = (await save(objeto, documento, 0)).body.data
    const dry = await publish([{ objeto, version }], {}, '?ensayo=1')
    expect(dry.body.data.documentos[0]).toMatchObject({
      errores: [],
      avisos: expect.arrayContaining([
        { ruta: 'id_categoria', texto: 'La categoría del curso está oculta: no aparece en el catálogo.' },
      ]),
    })
    const own = (await get(`/cursos/${course.id}`)).body.data.categorias
    expect(own).toContainEqual({ id: course.id_categoria, nombre: expect.any(String), oculta: true })
    const { body } = await save(objeto, { ...documento, id_categoria: 99_999_999 }, version)
    const refused = await publish([{ objeto, version: body.data.version }])
    expect(refused.body.documentos[0].errores).toEqual([
      { ruta: 'id_categoria', texto: 'Esa categoría ya no existe. Elige otra.' },
    ])
  })

  it('passes HTML through the allow-list and refuses keys of other areas of the storage', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const file = { tipo: 'Archivo', nombre: 'Foto', texto: null, formato: null, tamano: null }
    const hostile = { ...LESSON, contenido: '<p onclick="x">Hola<script>alert(1)</script></p>' }
    const key = `fotos/${'a'.repeat(64)}.webp`
    const first = (await save(objeto, { ...hostile, materiales: [{ ...file, ruta: key }] }, 0)).body.data.version
    const refused = await publish([{ objeto, version: first }])
    expect(refused.body.documentos[0].errores).toEqual([{ ruta: 'materiales.0.ruta', texto: 'Sube el archivo.' }])
    const { version } = (await save(objeto, hostile, first)).body.data
    await publish([{ objeto, version }])
    expect((await open(objeto)).documento.contenido).toBe('<p>Hola</p>')
  })

  it('takes a course of 300 lessons with all its drafts, to show it and to publish it', async () => {
    await ready(0, 5)
    const modules = course.modulos.flatMap(({ id }) => id)
    await t.database.sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden, duracion)
      SELECT (${modules}::bigint[])[1 + n / 60], 'l' || n, 'Lección', 1 + n % 60, 1 FROM generate_series(0, 299) n`
    const rows = await t.database.sql`INSERT INTO borradores (id_cliente, objeto, documento, version, por)
      SELECT 2, 'leccion:' || l.id, ${LESSON}::jsonb || jsonb_build_object('titulo', 'Lección ' || l.id),
        nextval('version_documento'), ${teacher.id} FROM lecciones l WHERE l.id_modulo = ANY(${modules}) RETURNING objeto, version`
    const documentos = rows.map(({ objeto, version }) => ({ objeto, version: Number(version) }))
    expect(documentos).toHaveLength(300)
    const pantalla: string = documentos[0]?.objeto
    const shown = await send('POST', '/vista-previa', { documentos, pantalla })
    expect(shown.body.data.leccion.titulo).toBe(`Lección ${pantalla.split(':')[1]}`)
    const published = await publish(documentos)
    expect(published.body.data.documentos).toHaveLength(300)
    const [left] = await t.database.sql`SELECT count(*)::int AS n FROM lecciones l
      WHERE l.id_modulo = ANY(${modules}) AND titulo <> 'Lección ' || l.id`
    expect(left?.n).toBe(0)
    const most = Array.from({ length: MAX_COURSE_DOCUMENTS }, (_, n) => ({
      objeto: `leccion:${900_000_000 - n}`,
      version: 1,
    }))
    // Past the limits of the body and of the schema.
    expect((await publish(most)).status).toBe(404)
    expect((await publish([...most, { objeto: 'leccion:1', version: 1 }])).status).toBe(422)
  })

  it('refuses a draft that changed since', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const { version } = (await save(objeto, LESSON, 0)).body.data
    await save(objeto, { ...LESSON, titulo: 'Después' }, version, other.token)
    expect(await publish([{ objeto, version }])).toMatchObject({
      status: 409,
      body: { code: 'CAMBIO_MIENTRAS', actual: { datos: { titulo: 'Después' } } },
    })
  })

  it('keeps the newest 50 versions, of texts that were given up too', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const kept = async () => (await get(`/versiones?objeto=${objeto}`)).body.data.total
    await t.database.sql`INSERT INTO versiones (version, id_cliente, objeto, motivo, documento)
      SELECT nextval('version_documento'), 2, ${objeto}, 'publicada', '{}' FROM generate_series(1, 60)`
    const { version } = (await save(objeto, LESSON, (await open(objeto)).version)).body.data
    await publish([{ objeto, version }])
    expect(await kept()).toBe(50)
    const aside = { documento: { ...LESSON, titulo: 'De Rosa' } }
    expect((await send('POST', `/documentos/${objeto}/versiones`, aside)).status).toBe(200)
    expect(await kept()).toBe(50)
  })
})

const checksums = async () => {
  const tables = await t.database.sql<{ name: string }[]>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`
  const sums = tables.map(async ({ name }) => {
    const [row] = await t.database.sql.unsafe(
      `SELECT md5(coalesce(string_agg(x::text, '|' ORDER BY x::text), '')) AS sum FROM "${name}" x`,
    )
    return [name, row?.sum]
  })
  return Object.fromEntries(await Promise.all(sums))
}

describe('a preview', () => {
  it('shows drafts with the student’s own reads and leaves every table as it was', async () => {
    await ready()
    const objeto = `leccion:${lesson}`
    const mark = randomUUID()
    const { version } = (await save(objeto, { ...LESSON, titulo: mark, videos: [{ titulo: '', enlace: 'x' }] }, 0)).body
      .data
    const outline = await open(`curso:${course.id}`)
    const half = { ...outline.documento, nombre: '', horas: null, imagen: null, aprenderas: [mark] }
    const draft = (await save(`curso:${course.id}`, half, 0)).body.data.version
    const before = await checksums()
    const documentos = [
      { objeto, version },
      { objeto: `curso:${course.id}`, version: draft },
    ]
    const shown = await send('POST', '/vista-previa', { documentos, pantalla: objeto })
    expect(shown).toMatchObject({
      status: 200,
      body: { data: { tipo: 'leccion', leccion: { id: lesson, titulo: mark } } },
    })
    const whole = await send('POST', '/vista-previa', { documentos, pantalla: `curso:${course.id}` })
    expect(whole.body.data).toMatchObject({ tipo: 'curso', curso: { aprenderas: [mark], matriculado: true } })
    expect(whole.body.data.curso.modulos[0].lecciones[0]).toMatchObject({ id: lesson, titulo: mark })
    expect(await checksums()).toEqual(before)
  })
})

describe('an exam of all kinds of question', () => {
  const common = { valor: 10, explicacion: 'Así es.', imagen: null, imagen_alt: '', id_leccion: null, segundo: null }
  const options = ['Uno', 'Dos'].map((opcion, at) => ({ id: `o${at}`, opcion, correcta: at === 0 }))
  const QUESTIONS = [
    { tipo_pregunta: 1, opciones: options },
    { tipo_pregunta: 2, criterio: 'Que se entienda.' },
    { tipo_pregunta: 3, opciones: options },
    { tipo_pregunta: 4, aceptadas: ['Lima', 'La capital'] },
    { tipo_pregunta: 5, numero: { modo: 'valor', valor: 2.5, tolerancia: 0.1 } },
    { tipo_pregunta: 5, numero: { modo: 'rango', desde: -1, hasta: 3 } },
    {
      tipo_pregunta: 6,
      pares: [
        { izquierda: 'Perú', derecha: 'Lima' },
        { izquierda: 'Chile', derecha: 'Santiago' },
      ],
      distractores: ['Quito'],
    },
  ].map((kind, at) => ({ ...common, id: `p${at}`, pregunta: `¿Pregunta ${at}?`, ...kind }))

  /** Names drawn by the editor become the ids of rows. */
  const withoutIds = (documento: unknown) =>
    JSON.parse(JSON.stringify(documento, (key, value) => (key === 'id' ? undefined : value)))

  it('is shown without a trace, and its document, its tables and its document again are the same', async () => {
    await ready()
    const [module] = course.modulos
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: module?.id ?? 0 })
    const objeto = `evaluacion:${exam.id}`
    const given = {
      ...{ nombre: 'De todo', id_modulo: module?.id, modelo: 'examen', intentos: 2, duracion: 30 },
      ...{ fecha_apertura: '2026-01-05T13:00:00.000Z', fecha_cierre: '2099-01-05T13:00:00.000Z' },
      ...{ instrucciones: '<p>Lee <strong>todo</strong>.</p>', visible: true, preguntas: QUESTIONS },
    }
    const { version } = (await save(objeto, given, (await open(objeto)).version)).body.data
    const before = await checksums()
    const shown = await send('POST', '/vista-previa', { documentos: [{ objeto, version }], pantalla: objeto })
    expect(shown.body.data).toMatchObject({ tipo: 'evaluacion', evaluacion: { nombre: 'De todo' } })
    expect(shown.body.data.preguntas).toHaveLength(QUESTIONS.length)
    expect(await checksums()).toEqual(before)

    expect((await publish([{ objeto, version }])).status).toBe(200)
    const now = await open(objeto)
    expect(withoutIds(now.documento)).toEqual(withoutIds(given))
    const changed = {
      ...now.documento,
      visible: false,
      fecha_cierre: null,
      preguntas: [...now.documento.preguntas].reverse(),
    }
    const again = (await save(objeto, changed, now.version)).body.data.version
    expect((await publish([{ objeto, version: again }])).status).toBe(200)
    expect((await open(objeto)).documento).toEqual(changed)
  })

  const trial = async (documento: object) => {
    await ready()
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? 0 })
    const objeto = `evaluacion:${exam.id}`
    const now = await open(objeto)
    const { version } = (await save(objeto, { ...now.documento, ...documento }, now.version)).body.data
    return (entrega?: unknown[]) =>
      send('POST', '/vista-previa', { documentos: [{ objeto, version }], pantalla: objeto, entrega })
  }

  it('is taken to its result without a trace, though it has closed', async () => {
    const attempt = await trial({ preguntas: QUESTIONS, fecha_cierre: '2026-01-05T13:00:00.000Z' })
    const before = await checksums()
    const shown = (await attempt()).body.data
    expect(shown).toMatchObject({ detalle: { estado: 'sin_iniciar', intentos: 0 }, revision: null })
    expect(JSON.stringify(shown)).not.toMatch(/"clave"|"condicion":(true|false)|Que se entienda/)
    const [choice, , several, , , , pairs] = shown.preguntas
    const entrega = [
      { id_pregunta: 1, id_opcion: choice.opciones[1].id },
      { id_pregunta: 2, respuesta: 'Porque sí.' },
      { id_pregunta: 3, seleccion: [several.opciones[0].id] },
      { id_pregunta: 4, respuesta: ' LIMA ' },
      { id_pregunta: 5, respuesta: '2,55' },
      { id_pregunta: 7, parejas: [{ izquierda: 0, derecha: pairs.derechas.indexOf('Lima') }] },
    ]
    const { status, body } = await attempt(entrega)
    expect(status).toBe(200)
    const { detalle, revision } = body.data
    expect(detalle).toMatchObject({ estado: 'pendiente', nota: null, aprobado: null, intentos: 1, certificado: null })
    expect(revision).toMatchObject({ intento: { estado: 'pendiente', nota_maxima: 70 }, clave_liberada: true })
    const graded = revision.preguntas.map((one: { puntos: number; es_correcta: boolean }) => [
      one.puntos,
      one.es_correcta,
    ])
    expect(graded).toEqual([
      ...[[0, false] as const, [null, null] as const, [10, true] as const, [10, true] as const],
      ...[[10, true] as const, [0, false] as const, [5, false] as const],
    ])
    expect(revision.preguntas[0]).toMatchObject({ id_opcion_correcta: choice.opciones[0].id, explicacion: 'Así es.' })
    expect(revision.preguntas[3]).toMatchObject({ clave: { textos: ['Lima', 'La capital'] } })
    expect(JSON.stringify(body)).not.toContain('Que se entienda')

    const right = entrega.map((answer) =>
      answer.id_pregunta === 1 ? { ...answer, id_opcion: choice.opciones[0].id } : answer,
    )
    const closed = (await attempt(right.filter(({ id_pregunta }) => id_pregunta !== 2))).body.data
    expect(closed.detalle).toMatchObject({ estado: 'calificado', nota: 45, porcentaje: 64.29, aprobado: true })
    expect((await attempt([])).body.data.detalle).toMatchObject({ nota: 0, aprobado: false })
    expect(await checksums()).toEqual(before)
  })

  it('that is a survey only thanks, and nothing is stored', async () => {
    const preguntas = QUESTIONS.slice(0, 3).map((part) => ({ ...part, valor: 0 }))
    const attempt = await trial({ modelo: 'encuesta', preguntas })
    const before = await checksums()
    const { detalle, revision } = (await attempt([{ id_pregunta: 2, respuesta: 'Todo bien.' }])).body.data
    expect([detalle.estado, detalle.nota, detalle.aprobado, revision]).toEqual(['respondida', null, null, null])
    expect(await checksums()).toEqual(before)
  })

  it.each([
    ['a question of another exam', { id_pregunta: 99, respuesta: 'Lima' }, 'id_pregunta'],
    ['a question that is no number', { id_pregunta: 'p1', respuesta: 'Lima' }, 'entrega.0.id_pregunta'],
    ['an option of another question', { id_pregunta: 1, id_opcion: 3 }, 'id_opcion'],
    ['no option at all', { id_pregunta: 1 }, 'id_opcion'],
    ['options of another question', { id_pregunta: 3, seleccion: [1] }, 'seleccion'],
    ['10,001 characters', { id_pregunta: 2, respuesta: 'a'.repeat(10_001) }, 'entrega.0.respuesta'],
    ['a short answer of 201 characters', { id_pregunta: 4, respuesta: 'a'.repeat(201) }, 'respuesta'],
    ['a side that there is not', { id_pregunta: 7, parejas: [{ izquierda: 2, derecha: 0 }] }, 'parejas'],
    ['a side twice', { id_pregunta: 7, parejas: [0, 1].map((derecha) => ({ izquierda: 0, derecha })) }, 'parejas'],
  ])('refuses to try %s, as a student’s save does', async (_, answer, field) => {
    const attempt = await trial({ preguntas: QUESTIONS })
    const { status, body } = await attempt([answer])
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect((await attempt(Array.from({ length: 201 }, () => ({ id_pregunta: 1, id_opcion: 1 })))).status).toBe(422)
  })

  it.each([
    ['an exam', 1, 'encuesta'],
    ['a survey', 2, 'examen'],
  ])('%s that has answers stays what it is', async (_, modelo, other) => {
    await ready()
    const exam = await anExam(t.deps.db, { id_curso: course.id, modelo, values: [100] })
    const objeto = `evaluacion:${exam.id}`
    const now = await open(objeto)
    const { version } = (await save(objeto, { ...now.documento, modelo: other }, now.version)).body.data
    const errors = async () =>
      (await publish([{ objeto, version }], {}, '?ensayo=1')).body.data.documentos[0].errores.map(
        ({ ruta }: { ruta: string }) => ruta,
      )
    expect(await errors()).toEqual([])
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    await sit(t, exam, await t.tokenOf(student.id))
    expect(await errors()).toEqual(['modelo'])
  })
})
