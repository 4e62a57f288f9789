import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBrand, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const G = '/api/gestion'

let admin: string
let colleague: string
let foreign: string

async function staff(id_cliente: number, nombres: string) {
  const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente, nombres, apellidos: 'Paz' })
  return t.tokenOf(id)
}

beforeAll(async () => {
  await aBrand(t.deps.db, 1)
  admin = await staff(2, 'Rosa')
  colleague = await staff(2, 'Luz')
  foreign = await staff(1, 'Ana')
})

const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, body?: unknown, token = admin) =>
  t.call(method, `${G}${url}`, { token, body })
const open = async (objeto: string, token = admin) =>
  (await send('GET', `/documentos/${objeto}`, undefined, token)).body.data
const save = (objeto: string, documento: unknown, version: number, token = admin) =>
  send('PUT', `/documentos/${objeto}`, { documento, version }, token)
const publish = (objeto: string, version: number, token = admin) =>
  send('POST', '/publicar', { documentos: [{ objeto, version }], acepta_avisos: true }, token)

/** Saves and publishes; the document as it reads then. */
async function put(objeto: string, documento: unknown, token = admin) {
  const saved = await save(objeto, documento, (await open(objeto, token)).version, token)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const published = await publish(objeto, saved.body.data.version, token)
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return (await open(objeto, token)).documento
}

/** Saves a draft that must not be publishable; what is wrong with it, by place. */
async function refused(objeto: string, documento: unknown) {
  const { version } = (await save(objeto, documento, (await open(objeto)).version)).body.data
  const { status, body } = await publish(objeto, version)
  expect([status, body.code]).toEqual([422, 'NO_PUBLICABLE'])
  await send('DELETE', `/documentos/${objeto}`, { version })
  return Object.fromEntries(
    body.documentos[0].errores.map(({ ruta, texto }: { ruta: string; texto: string }) => [ruta, texto]),
  )
}

const preview = (objeto: string, version: number, more = {}) =>
  send('POST', '/vista-previa', { documentos: [{ objeto, version }], pantalla: objeto, ...more })

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

const PICTURE = `/api/storage/imagenes/${'a'.repeat(64)}-1280.webp`

const LANDING = {
  banners: [
    { imagen: PICTURE, enlace: '/cursos' },
    { imagen: PICTURE, enlace: '' },
  ],
  botones: [{ texto: 'Certificados', enlace: '/certificado' }],
  apertura: {
    titular: 'Aprende dibujo desde cero',
    texto: 'Con docentes de aquí.',
    boton: 'Ver cursos',
    enlace: '/cursos',
  },
  orden: ['bloques', 'docentes', 'opiniones'],
  bloques: [
    { titulo: 'A tu ritmo', texto: 'Lecciones cortas.', imagen: null },
    { titulo: 'Con certificado', texto: 'Se comprueba.', imagen: PICTURE },
  ],
  testimonios: [{ texto: 'Me sirvió.', autor: 'Lucía', detalle: 'Lima' }],
  valoracion: 4.7,
}

const TOPIC = {
  nombre: 'Planteamiento',
  descripcion: 'Para empezar un artículo.',
  visible: true,
  preguntas: [
    { variable: 'asunto', texto: '¿De qué trata?', opciones: null },
    { variable: 'tono', texto: '¿Con qué tono?', opciones: ['formal', 'cercano'] },
  ],
  plantillas: [
    { titulo: 'Idea', contenido: 'Escribe sobre {{asunto}} en tono {{ tono }}.' },
    { titulo: 'Título', contenido: 'Titula {{asunto}}.' },
  ],
}

const newTopic = async (token = admin) => {
  const { status, body } = await send('POST', '/temas', { nombre: 'Nuevo', envio: randomUUID() }, token)
  expect(status).toBe(201)
  return body.data.id as number
}

describe('the landing page', () => {
  it('reads what was written and shows it to visitors, in its brand only', async () => {
    const other = (await t.call('GET', '/api/portada?marca=1')).body.data
    expect(await put('portada', LANDING)).toEqual(LANDING)
    const { data } = (await t.call('GET', '/api/portada?marca=2')).body
    const { banners: _, botones: __, ...texts } = LANDING
    expect(data.portada).toEqual(texts)
    expect(data.botones).toEqual({
      banner_uno: PICTURE,
      link_banner_uno: '/cursos',
      banner_dos: PICTURE,
      link_banner_dos: null,
      boton_1: 'Certificados',
      link_boton_1: '/certificado',
      boton_2: null,
      link_boton_2: null,
      boton_3: null,
      link_boton_3: null,
    })
    expect((await t.call('GET', '/api/portada?marca=1')).body.data).toEqual(other)
    const bare = { ...LANDING, banners: [], botones: [], apertura: null, testimonios: [], valoracion: null }
    expect(await put('portada', bare)).toEqual(bare)
  })

  it('without blocks of its own has the product’s, also to the editor', async () => {
    const { bloques } = await put('portada', { ...LANDING, bloques: [] })
    expect(bloques.map(({ titulo }: { titulo: string }) => titulo)).toEqual([
      'Avanza a tu ritmo',
      'Lo que compras queda en tu cuenta',
      'Certificado que se comprueba',
      'Aprende acompañado',
    ])
  })

  it('is refused with each of its mistakes', async () => {
    expect(
      await refused('portada', {
        ...LANDING,
        banners: [{ imagen: null, enlace: 'javascript:alert(1)' }],
        botones: [{ texto: ' ', enlace: '' }],
        apertura: {
          titular: 'uno dos tres cuatro cinco seis siete ocho nueve',
          texto: '',
          boton: 'Ver',
          enlace: '//malo',
        },
        orden: ['bloques', 'bloques', 'docentes'],
        bloques: [{ titulo: 'Uno', texto: ' ', imagen: 'https://otro.pe/a.png' }],
        testimonios: [{ texto: 'Bien.', autor: '', detalle: 'Lima' }],
        valoracion: 9,
      }),
    ).toEqual({
      'banners.0.imagen': 'Sube la imagen del banner.',
      'banners.0.enlace': 'El enlace debe empezar con / o con https://',
      'botones.0.texto': 'Escribe el texto del botón.',
      'botones.0.enlace': 'El enlace debe empezar con / o con https://',
      'apertura.texto': 'Falta este texto.',
      'apertura.titular': 'El titular puede tener hasta ocho palabras.',
      'apertura.enlace': 'El enlace debe empezar con / o con https://',
      'bloques.0.imagen': 'Sube la imagen.',
      'bloques.0.texto': 'Falta este texto.',
      'testimonios.0.autor': 'Falta este texto.',
      valoracion: 'La valoración va de 1 a 5.',
      orden: 'El orden debe nombrar cada parte una vez.',
    })
  })
})

describe('a written page', () => {
  it('starts with the product’s text and reads what was written, in its brand only', async () => {
    expect((await open('pagina:preguntas-frecuentes')).documento.titulo).toBe('Preguntas frecuentes')
    const text = { titulo: 'Devoluciones', markdown: '## Plazo\n\n{{marca}} devuelve en {{ devolucion_dias }} días.' }
    expect(await put('pagina:reembolsos', text)).toEqual(text)
    const shown = (await t.call('GET', '/api/paginas/reembolsos?marca=2')).body.data
    expect(shown).toMatchObject({
      titulo: 'Devoluciones',
      html: expect.stringContaining('Marca 2 devuelve en 7 días.'),
    })
    expect((await open('pagina:reembolsos', foreign)).documento.titulo).toBe('Política de reembolsos')
    const draft = await save('pagina:privacidad', { titulo: 'P', markdown: 'X' }, 0)
    expect((await send('GET', '/paginas')).body.data).toEqual([
      { clave: 'terminos', titulo: 'Términos y condiciones', propia: false, actualizado_en: null, con_borrador: false },
      {
        clave: 'privacidad',
        titulo: 'Política de privacidad',
        propia: false,
        actualizado_en: null,
        con_borrador: true,
      },
      {
        clave: 'preguntas-frecuentes',
        titulo: 'Preguntas frecuentes',
        propia: false,
        actualizado_en: null,
        con_borrador: false,
      },
      {
        clave: 'reembolsos',
        titulo: 'Devoluciones',
        propia: true,
        actualizado_en: shown.actualizado_en,
        con_borrador: false,
      },
    ])
    await send('DELETE', '/documentos/pagina:privacidad', { version: draft.body.data.version })
  })

  it('is refused without texts and with places that do not exist', async () => {
    expect(await refused('pagina:terminos', { titulo: ' ', markdown: '' })).toEqual({
      titulo: 'El título es obligatorio.',
      markdown: 'El texto es obligatorio.',
    })
    expect(await refused('pagina:terminos', { titulo: 'T', markdown: 'De {{empresa}}.' })).toEqual({
      markdown: 'No existe {{empresa}}.',
    })
    expect((await send('GET', '/documentos/pagina:cookies')).status).toBe(404)
  })
})

describe('prizes', () => {
  const prize = (id: number | string, premio: string, puesto: number | null, imagen: string | null = null) => ({
    id,
    premio,
    puesto,
    imagen,
  })

  it('read what was written, keep their rows, and those left out are withdrawn', async () => {
    const first = await put('premios', {
      premios: [prize('nuevo', 'Una tableta', 1, PICTURE), prize('b', 'Un libro', 4)],
    })
    expect(first.premios).toEqual([
      prize(expect.any(Number), 'Una tableta', 1, PICTURE),
      prize(expect.any(Number), 'Un libro', 4),
    ])
    const [tablet, book] = first.premios
    const changed = { premios: [{ ...book, premio: 'Dos libros' }, tablet] }
    expect(await put('premios', changed)).toEqual(changed)
    expect((await t.call('GET', '/api/premios?marca=2')).body.data).toEqual([tablet, { ...book, premio: 'Dos libros' }])
    expect((await t.call('GET', '/api/premios?marca=1')).body.data).toEqual([])
    expect(await put('premios', { premios: [book] })).toEqual({ premios: [book] })
    expect(await put('premios', changed)).toEqual(changed)
  })

  it('of another brand are not taken over', async () => {
    const { premios } = await put('premios', { premios: [prize('ajeno', 'De la marca 1', 1)] }, foreign)
    const [theirs] = premios
    const mine = await put('premios', { premios: [{ ...theirs, premio: 'Mío' }] })
    expect(mine.premios).toEqual([prize(expect.any(Number), 'Mío', 1)])
    expect(mine.premios[0].id).not.toBe(theirs.id)
    expect((await open('premios', foreign)).documento.premios).toEqual([theirs])
  })

  it('are refused without words, rank or picture of their own', async () => {
    expect(
      await refused('premios', {
        premios: [prize('a', ' ', 7), prize('b', 'Un libro', null, 'https://otro.pe/a.png')],
      }),
    ).toEqual({
      'premios.0.premio': 'Escribe el premio.',
      'premios.0.puesto': 'Elige el puesto que lo gana.',
      'premios.1.puesto': 'Elige el puesto que lo gana.',
      'premios.1.imagen': 'Sube la imagen.',
    })
  })
})

describe('a prompt topic', () => {
  it('is made hidden, once per request; publishing shows it', async () => {
    const envio = randomUUID()
    const [one, two] = await Promise.all([1, 2].map(() => send('POST', '/temas', { nombre: ' Un artículo ', envio })))
    expect(two?.body).toEqual(one?.body)
    const { id } = one?.body.data ?? {}
    const student = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('GET', `/api/temas-prompt/${id}`, { token: student })).status).toBe(404)
    const row = async () =>
      (await send('GET', '/temas?orden=-orden')).body.data.data.find((topic: { id: number }) => topic.id === id)
    expect(await row()).toEqual({ id, nombre: 'Un artículo', preguntas: 0, plantillas: 0, estado: 'sin_publicar' })
    expect((await open(`tema:${id}`)).documento).toEqual({
      nombre: 'Un artículo',
      descripcion: '',
      visible: true,
      preguntas: [],
      plantillas: [],
    })
    expect(await put(`tema:${id}`, TOPIC)).toEqual(TOPIC)
    expect(await row()).toEqual({ id, nombre: 'Planteamiento', preguntas: 2, plantillas: 2, estado: 'publicado' })
    const { data } = (await t.call('GET', `/api/temas-prompt/${id}`, { token: student })).body
    expect(data.preguntas.map(({ variable, tipo }: Record<string, string>) => [variable, tipo])).toEqual([
      ['asunto', 'abierta'],
      ['tono', 'opcion'],
    ])
  })

  it('reads what was written, question by question, hidden too', async () => {
    const objeto = `tema:${await newTopic()}`
    await put(objeto, TOPIC)
    const [asked, tone] = TOPIC.preguntas
    const changed = {
      ...TOPIC,
      preguntas: [
        tone,
        { variable: 'paginas', texto: '¿Cuántas?', opciones: null },
        { ...asked, opciones: ['a', 'b'] },
      ],
      plantillas: [TOPIC.plantillas[1]],
    }
    expect(await put(objeto, changed)).toEqual(changed)
    expect(await put(objeto, TOPIC)).toEqual(TOPIC)
    expect(await put(objeto, { ...TOPIC, visible: false })).toEqual({ ...TOPIC, visible: false })
    expect((await open(objeto)).estado).toBe('oculto')
  })

  it('is refused with each of its mistakes', async () => {
    expect(
      await refused(`tema:${await newTopic()}`, {
        nombre: '',
        descripcion: '',
        visible: true,
        preguntas: [
          { variable: 'A b', texto: '', opciones: ['sola'] },
          { variable: 'uno', texto: '¿Uno?', opciones: null },
          { variable: 'uno', texto: '¿Otra vez?', opciones: null },
        ],
        plantillas: [{ titulo: '', contenido: 'Escribe de {{dos}}.' }],
      }),
    ).toEqual({
      nombre: 'Escribe el nombre del tema.',
      descripcion: 'Escribe la descripción.',
      'preguntas.0.texto': 'Escribe la pregunta.',
      'preguntas.0.variable': 'La variable lleva minúsculas, números y guiones bajos.',
      'preguntas.0.opciones': 'Escribe al menos dos opciones.',
      'preguntas.2.variable': 'La variable está repetida.',
      'plantillas.0.titulo': 'Escribe el título.',
      'plantillas.0.contenido': 'Ninguna pregunta tiene la variable «dos».',
    })
  })

  it('of another brand is not there', async () => {
    const id = await newTopic(foreign)
    expect((await send('GET', `/documentos/tema:${id}`)).status).toBe(404)
    expect((await save(`tema:${id}`, TOPIC, 0)).status).toBe(404)
    expect((await send('GET', '/temas')).body.data.data.some((topic: { id: number }) => topic.id === id)).toBe(false)
  })

  it('has a bounded number of siblings', async () => {
    await aBrand(t.deps.db, 3)
    await t.database.sql`INSERT INTO temas_prompt (id_cliente, nombre)
      SELECT 3, 'Tema ' || n FROM generate_series(1, 50) n`
    const full = await send('POST', '/temas', { nombre: 'Uno más', envio: randomUUID() }, await staff(3, 'Eva'))
    expect(full).toMatchObject({ status: 422, body: { errors: { nombre: ['Puede haber hasta 50 temas.'] } } })
  })
})

describe('site documents', () => {
  it('are for those with `sitio`', async () => {
    const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    const teacher = await t.tokenOf(id)
    for (const objeto of ['portada', 'premios', 'pagina:terminos', 'tema:1']) {
      const { status, body } = await send('GET', `/documentos/${objeto}`, undefined, teacher)
      expect([status, body.code], objeto).toEqual([403, 'SIN_PERMISO'])
      expect((await save(objeto, {}, 0, teacher)).status, objeto).not.toBe(200)
      expect((await publish(objeto, 1, teacher)).status, objeto).toBe(403)
    }
  })

  it('of two editors: the later save gets 409 with the other’s text', async () => {
    const { version, documento } = await open('portada')
    const first = await save('portada', { ...documento, valoracion: 4 }, version)
    const late = await save('portada', { ...documento, valoracion: 3 }, version, colleague)
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CAMBIO_MIENTRAS', actual: { datos: { valoracion: 4 }, por: { nombre: 'Rosa Paz' } } },
    })
    await send('DELETE', '/documentos/portada', { version: first.body.data.version })
  })

  it.each<[string, () => Promise<string>, object, (before: Record<string, object[]>) => object]>([
    [
      'a page',
      async () => 'pagina:terminos',
      { titulo: 'Uno', markdown: 'Uno.' },
      () => ({ titulo: 'Dos', markdown: 'Dos.' }),
    ],
    [
      'the prizes',
      async () => 'premios',
      {
        premios: [
          { id: 'a', premio: 'Una tableta', puesto: 1, imagen: PICTURE },
          { id: 'b', premio: 'Un libro', puesto: 2, imagen: null },
        ],
      },
      // One is written anew and the other is withdrawn.
      ({ premios }) => ({ premios: [{ ...premios?.[0], premio: 'Un viaje', puesto: 3, imagen: null }] }),
    ],
    [
      'a topic',
      async () => `tema:${await newTopic()}`,
      TOPIC,
      () => ({
        ...TOPIC,
        nombre: 'Otro',
        preguntas: [TOPIC.preguntas[0]],
        plantillas: [{ titulo: 'Sola', contenido: 'Escribe de {{asunto}}.' }],
      }),
    ],
  ])('brings %s back from its versions, and publishes it again', async (_, made, one, two) => {
    const objeto = await made()
    const before = await put(objeto, one)
    const [{ version }] = (await send('GET', `/versiones?objeto=${objeto}`)).body.data.data
    expect(await put(objeto, two(before))).not.toEqual(before)
    const restored = await send('POST', `/versiones/${version}/restaurar`, { version: (await open(objeto)).version })
    expect(restored.status).toBe(200)
    expect(await open(objeto)).toMatchObject({ borrador: true, documento: before })
    expect((await publish(objeto, restored.body.data.version)).status).toBe(200)
    expect(await open(objeto)).toMatchObject({ borrador: false, documento: before })
  })

  it('are previewed as visitors and students will read them, half written too, and no table changes', async () => {
    const topic = `tema:${await newTopic()}`
    const drafts = [
      [
        'portada',
        {
          ...LANDING,
          apertura: { ...LANDING.apertura, texto: '' },
          valoracion: 9,
          orden: [],
          botones: [{ texto: '', enlace: '' }],
        },
      ],
      ['pagina:privacidad', { titulo: '', markdown: '{{nada}} <script>x</script> **fuerte**' }],
      [
        'premios',
        {
          premios: [
            { id: 'x', premio: '', puesto: null, imagen: null },
            { id: 'y', premio: 'Un viaje', puesto: 1, imagen: null },
          ],
        },
      ],
      [
        topic,
        {
          ...TOPIC,
          nombre: '',
          visible: false,
          preguntas: [{ variable: 'No vale', texto: '', opciones: null }, ...TOPIC.preguntas, ...TOPIC.preguntas],
        },
      ],
    ] as const
    const versions: number[] = []
    for (const [objeto, documento] of drafts)
      versions.push((await save(objeto, documento, (await open(objeto)).version)).body.data.version)
    const before = await checksums()
    const shown = []
    for (const [at, [objeto]] of drafts.entries()) {
      const { status, body } = await preview(objeto, versions[at] ?? 0)
      expect(status, JSON.stringify(body)).toBe(200)
      shown.push(body.data)
    }
    expect(shown).toMatchObject([
      {
        tipo: 'portada',
        portada: { portada: { apertura: null, valoracion: null, bloques: LANDING.bloques }, cursos: [] },
      },
      { tipo: 'pagina', pagina: { clave: 'privacidad', html: expect.stringContaining('<strong>fuerte</strong>') } },
      { tipo: 'premios', premios: [{ premio: 'Un viaje', puesto: 1 }] },
      {
        tipo: 'tema',
        tema: { nombre: 'Nuevo', preguntas: [{ variable: 'asunto' }, { variable: 'tono' }] },
        resultados: [],
      },
    ])
    const tried = await preview(topic, versions[3] ?? 0, { respuestas: { asunto: 'el agua', tono: 'formal' } })
    expect(tried.body.data.resultados).toEqual([
      { titulo: 'Idea', contenido_generado: 'Escribe sobre el agua en tono formal.' },
      { titulo: 'Título', contenido_generado: 'Titula el agua.' },
    ])
    const untold = await preview(topic, versions[3] ?? 0, { respuestas: { tono: 'alegre' } })
    expect(untold).toMatchObject({
      status: 422,
      body: { errors: { asunto: expect.any(Array), tono: expect.any(Array) } },
    })
    expect(await checksums()).toEqual(before)
  })
})
