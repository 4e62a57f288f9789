import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { carry } from '../../test/carrying.ts'
import { type ContentRows, contentRows } from '../../test/content-rows.ts'
import { type TestApp, useApp } from '../../test/harness.ts'
import { readPicture } from '../kit/pictures/pictures.ts'

async function look(t: TestApp, address: string): Promise<{ shape: number; pixels: number[] }> {
  const bytes = await readPicture(t.deps.storage, address)
  if (!bytes) throw new Error(`no picture at ${address}`)
  const { width, height } = await sharp(bytes).metadata()
  const pixels = await sharp(bytes).flatten({ background: '#fff' }).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  return { shape: width / height, pixels: [...pixels] }
}

/** Encoded again, and the same to the eye. */
async function expectAlike(from: TestApp, to: TestApp, pairs: [string, string][]): Promise<void> {
  for (const [address, other] of pairs) {
    const [a, b] = [await look(from, address), await look(to, other)]
    expect(b.shape).toBeCloseTo(a.shape, 1)
    const distance = a.pixels.reduce((sum, value, at) => sum + Math.abs(value - (b.pixels[at] ?? 0)), 0)
    expect(distance / a.pixels.length).toBeLessThan(6)
  }
}

const HTML = [
  '<h2>Título &amp; más</h2><p>Uno&nbsp;dos &lt;b&gt; 🦙 «tres» "cuatro" 1. cinco</p>',
  '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  '<table><tbody><tr><th>Uno</th><td>| dos</td></tr></tbody></table>',
  '<pre><code>x = `1`\n\n  y: "#"\n</code></pre><blockquote><p>¡Ya!</p></blockquote>',
  '<p><a href="https://example.pe/?a=1&amp;b=(2)">ver</a><br />fin</p>',
].join('')

const common = { valor: 10, explicacion: 'Así: #1', imagen_alt: '', segundo: null }

describe('a course made on the screen', () => {
  const here = useApp()
  const elsewhere = useApp()
  let token: string
  let teacher: number
  let course: number

  async function ask(method: 'POST' | 'PUT' | 'GET', url: string, body?: unknown, headers?: Record<string, string>) {
    const answer = await here.call(method, `/api/gestion${url}`, {
      token,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body.data
  }

  async function upload(name: string, bytes: Buffer, uso: string) {
    const head = `--x\r\ncontent-disposition: form-data; name="archivo"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
    return ask('POST', `/archivos?uso=${uso}`, body, { 'content-type': 'multipart/form-data; boundary=x' })
  }

  const rows = async (url: string, nombres: string[], more = {}) =>
    (await ask('POST', url, { nombres, envio: randomUUID(), ...more })) as { id: number }[]

  async function publish(texts: Record<string, object>): Promise<void> {
    const documentos = []
    for (const [objeto, documento] of Object.entries(texts)) {
      const { version } = await ask('GET', `/documentos/${objeto}`)
      documentos.push({ objeto, version: (await ask('PUT', `/documentos/${objeto}`, { documento, version })).version })
    }
    await ask('POST', '/publicar', { documentos, acepta_avisos: true })
  }

  const png = (red: number) =>
    sharp({ create: { width: 640, height: 360, channels: 3, background: { r: red, g: 90, b: 60 } } })
      .png()
      .toBuffer()

  const questions = (leccion: number, imagen: string) => [
    {
      ...common,
      id: 'p1',
      pregunta: '¿Uno: dos?',
      tipo_pregunta: 1,
      id_leccion: leccion,
      segundo: 7,
      imagen,
      opciones: [
        { id: 'a', opcion: '# uno', correcta: false },
        { id: 'b', opcion: 'no', correcta: true },
      ],
    },
    {
      ...common,
      id: 'p2',
      pregunta: 'Explica\ncon\ttus palabras',
      tipo_pregunta: 2,
      id_leccion: null,
      imagen: null,
      criterio: '- claro',
    },
    {
      ...common,
      id: 'p3',
      pregunta: '1e3',
      tipo_pregunta: 3,
      id_leccion: null,
      imagen: null,
      valor: 0.25,
      opciones: [
        { id: 'a', opcion: 'true', correcta: true },
        { id: 'b', opcion: '~', correcta: true },
        { id: 'c', opcion: '2026-01-01', correcta: false },
      ],
    },
    {
      ...common,
      id: 'p4',
      pregunta: '¿Capital?',
      tipo_pregunta: 4,
      id_leccion: null,
      imagen: null,
      aceptadas: ['Lima', "d'accord"],
    },
    {
      ...common,
      id: 'p5',
      pregunta: '¿Cuánto?',
      tipo_pregunta: 5,
      id_leccion: null,
      imagen: null,
      numero: { modo: 'valor', valor: 0.333333, tolerancia: 0.01 },
    },
    {
      ...common,
      id: 'p6',
      pregunta: '¿Entre?',
      tipo_pregunta: 5,
      id_leccion: null,
      imagen: null,
      numero: { modo: 'rango', desde: -1, hasta: 2 },
    },
    {
      ...common,
      id: 'p7',
      pregunta: 'Une',
      tipo_pregunta: 6,
      id_leccion: null,
      imagen: null,
      pares: [
        { izquierda: 'a: b', derecha: '[c]' },
        { izquierda: '{d}', derecha: '& e' },
      ],
      distractores: ['* f'],
    },
  ]

  const survey = [
    {
      ...common,
      id: 'e1',
      pregunta: '¿Qué tal?',
      tipo_pregunta: 1,
      id_leccion: null,
      imagen: null,
      opciones: [
        { id: 'a', opcion: 'Bien', correcta: false },
        { id: 'b', opcion: 'Mal', correcta: false },
      ],
    },
    { ...common, id: 'e2', pregunta: '¿Por qué?', tipo_pregunta: 2, id_leccion: null, imagen: null, criterio: '' },
  ]

  const exam = (nombre: string, id_modulo: number | null, preguntas: object[], more = {}) => ({
    nombre,
    id_modulo,
    modelo: 'examen',
    intentos: 2,
    duracion: 45,
    fecha_apertura: '2026-01-01T05:00:00.000Z',
    fecha_cierre: '2099-03-04T12:34:56.789Z',
    instrucciones: HTML,
    visible: true,
    preguntas,
    ...more,
  })

  beforeAll(async () => {
    const db = here.deps.db
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    token = await here.tokenOf(admin.id)
    teacher = (await aPerson(db, { tipo_cliente: 'Docente', correo: 'rosa@marca.pe', biography: 'Enseña.\nDibuja.' }))
      .id
    const { id: category } = await ask('POST', '/categorias', { nombre: 'Arte: # todo', envio: randomUUID() })
    course = (
      await ask('POST', '/cursos', {
        nombre: "Curso: «A» # d'arte 🎨",
        categoria: 'Arte: # todo',
        nivel: 'Básico',
        envio: randomUUID(),
      })
    ).id
    const record = await ask('GET', `/cursos/${course}`)
    await ask('PUT', `/cursos/${course}/precio`, {
      costo: 149.9,
      promocion: 99.5,
      promocion_hasta: '2099-01-01T10:20:30.000Z',
      version: record.version_precio,
    })
    await ask('PUT', `/cursos/${course}/docentes`, { docentes: [teacher], version: record.version })
    const [one, two] = await rows(`/cursos/${course}/modulos`, ['Uno', 'Dos'])
    const modules = [one?.id ?? 0, two?.id ?? 0]
    const first = (await rows(`/modulos/${modules[0]}/lecciones`, ['- Una: lección', '../../etc'])).map(({ id }) => id)
    const [third] = (await rows(`/modulos/${modules[1]}/lecciones`, ['no'])).map(({ id }) => id)
    const [last] = await rows(`/cursos/${course}/evaluaciones`, ['Final'])
    const [inner, second] = await rows(`/cursos/${course}/evaluaciones`, ['Del módulo', 'Otro más'], {
      id_modulo: modules[0],
    })
    const [asked] = await rows(`/cursos/${course}/evaluaciones`, ['Encuesta'], { modelo: 'encuesta' })
    const cover = await upload('portada.png', await png(200), 'curso')
    const inside = await upload('dentro.png', await png(20), 'imagen')
    const pdf = await upload('guia.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 'material')
    const text = await upload('datos.csv', Buffer.from('a,b\n1,2\n'), 'material')
    const { id: topic } = await ask('POST', '/temas', { nombre: 'Guion', envio: randomUUID() })
    const base = { duracion: 5, videos: [], materiales: [], gratis: false }
    const material = (tipo: string, nombre: string, more: object) => ({
      tipo,
      nombre,
      texto: null,
      ruta: null,
      formato: null,
      tamano: null,
      ...more,
    })
    const fileOf = ({ ruta, formato, tamano }: typeof pdf) => ({ ruta, formato, tamano })
    await publish({
      [`curso:${course}`]: {
        nombre: "Curso: «A» # d'arte 🎨",
        descripcion: `${HTML}<p><img src="${inside.ruta}" alt="Un &quot;cuadro&quot;" /></p>`,
        nivel: 'Avanzado',
        id_categoria: category,
        horas: 12.5,
        fecha_inicio: '2026-05-06',
        imagen: cover.ruta,
        imagen_alt: 'yes',
        aprenderas: ['null', 'Uno: dos'],
        modulos: [
          { id: modules[1], nombre: 'Primero el segundo', horas: 1.25, lecciones: [third] },
          { id: modules[0], nombre: '1. Uno', horas: null, lecciones: [first[1], first[0]] },
        ],
      },
      [`leccion:${first[0]}`]: {
        ...base,
        titulo: '- Una: lección',
        contenido: HTML,
        gratis: true,
        videos: [
          { titulo: '', enlace: 'https://youtu.be/aqz-KE-bpKQ?t=95' },
          { titulo: 'Dos: 2', enlace: 'https://vimeo.com/76979871/abcdef1234' },
        ],
        materiales: [
          material('Enlace', 'Ver # esto', { ruta: 'https://example.pe/a?b=1#c' }),
          material('Archivo', 'Guía.pdf', fileOf(pdf)),
          material('Archivo', 'Datos', fileOf(text)),
          material('Otro', 'Guía.pdf', fileOf(pdf)),
          material('Texto', 'Ideas', { texto: `${HTML}<p><img src="${inside.ruta}" alt="" /></p>` }),
        ],
      },
      [`leccion:${first[1]}`]: { ...base, titulo: '../../etc', contenido: '<p>a</p>' },
      [`leccion:${third}`]: { ...base, titulo: 'no', contenido: '<p>no</p>' },
      [`evaluacion:${last?.id}`]: exam('Final', null, questions(first[0] ?? 0, inside.ruta)),
      [`evaluacion:${inner?.id}`]: exam('Del módulo', modules[0] ?? 0, questions(third ?? 0, cover.ruta)),
      [`evaluacion:${second?.id}`]: exam('Otro más', modules[0] ?? 0, questions(third ?? 0, cover.ruta), {
        visible: false,
      }),
      [`evaluacion:${asked?.id}`]: exam('Encuesta', null, survey, { modelo: 'encuesta', duracion: null }),
      portada: {
        banners: [{ imagen: inside.ruta, enlace: '/cursos' }],
        botones: [{ texto: 'Ayuda: 1', enlace: '/soporte' }],
        apertura: { titular: 'Crea: # ya', texto: 'Con “calma”.', boton: 'Ver', enlace: 'https://example.pe/#a' },
        orden: ['docentes', 'opiniones', 'bloques'],
        bloques: [{ titulo: 'no', texto: '1.0', imagen: cover.ruta }],
        testimonios: [{ texto: '- Sí', autor: '@eva', detalle: '!x' }],
        valoracion: 4.5,
      },
      premios: { premios: [{ id: 'p', premio: 'Una # tableta', puesto: 4, imagen: inside.ruta }] },
      [`tema:${topic}`]: {
        nombre: 'Guion: corto',
        descripcion: 'Uno\n\ndos',
        visible: true,
        preguntas: [
          { variable: 'tono', texto: '¿Tono?', opciones: ['yes', 'no'] },
          { variable: 'que', texto: '¿Qué?', opciones: null },
        ],
        plantillas: [{ titulo: 'T', contenido: '{{que}}:\n\n  - {{tono}} # fin' }],
      },
      'pagina:terminos': { titulo: 'Términos: # 1', markdown: '## Uno\n\n{{marca}} «a» & b' },
    })
    const group = await ask('POST', '/grupos', {
      ...{ id_curso: course, nombre: 'Sábados', horario: '', inicio: null, fin: null },
      ...{ aforo: null, id_docente: null, en_venta: false },
    })
    // Written as classes for all.
    await ask('POST', '/sesiones', {
      nombre: 'En vivo: 1',
      id_grupo: group.id,
      id_leccion: first[0],
      fecha: '2099-04-05',
      hora_inicio: '19:30',
      duracion: 90,
      enlace: 'https://meet.example.com/a',
      veces: 2,
      envio: randomUUID(),
    })
  })

  /** Keys belong to the program that made them, and places of sessions to the lesson. */
  const byMeaning = ({ tables }: ContentRows) =>
    JSON.parse(JSON.stringify(tables, (key, value) => (key === 'clave' ? null : value)))

  it('is the same elsewhere, with its files and pictures', async () => {
    const { exported, loaded } = await carry(here, elsewhere.deps, 'marca-2')
    expect([exported.fuera, loaded]).toMatchObject([[], { marcas: 1, cursos: 1, personas: 1 }])
    const before = await contentRows(here, 'marca-2')
    const after = await contentRows(elsewhere, 'marca-2')
    expect(byMeaning(after)).toEqual(byMeaning(before))
    expect(before.tables.preguntas).toHaveLength(23)
    expect(before.tables.materiales).toHaveLength(5)
    const pairs = before.pictures.map((address, at): [string, string] => [address, after.pictures[at] ?? ''])
    expect(new Set(pairs.map(([address]) => address)).size).toBe(2)
    await expectAlike(here, elsewhere, pairs)
    const { rows } = await elsewhere.database.pool.query(
      "SELECT ruta FROM materiales WHERE tipo IN ('Archivo', 'Otro')",
    )
    for (const { ruta } of rows) expect(await elsewhere.deps.storage.has(ruta)).toBe(true)
  })

  it('stays as it is under a load of its own export, which names what it leaves', async () => {
    const before = await contentRows(here, 'marca-2')
    const { rows: people } = await here.database.pool.query('SELECT * FROM usuarios ORDER BY id')
    const { loaded } = await carry(here, here.deps, 'marca-2')
    expect(await contentRows(here, 'marca-2')).toEqual(before)
    expect((await here.database.pool.query('SELECT * FROM usuarios ORDER BY id')).rows).toEqual(people)
    expect(loaded).toMatchObject({
      marcas: 0,
      personas: 0,
      existentes: { marcas: ['marca-2'], personas: ['rosa@marca.pe'] },
    })
  })
})
