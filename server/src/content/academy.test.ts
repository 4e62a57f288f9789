import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'
import { ContentError } from './reader.ts'

const TODAY = '2026-11-20'
const COURSE = 'prueba/cursos/minimo/curso.md'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
const BRAND = 'prueba/marca.yaml'

async function mistakesOf(changes: Changes, demo = true): Promise<string[]> {
  const read = readAcademy(anAcademy(changes), { today: TODAY, demo })
  const error = await read.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ContentError) return error.message.split('\n')
  if (error) throw error
  return []
}

it('reads a valid academy', async () => {
  const { brands, people } = await readAcademy(anAcademy(), { today: TODAY, demo: true })
  const course = brands[0]?.cursos[0]
  expect(course).toMatchObject({ clave: 'minimo', costo: 149.9 })
  expect(course?.descripcion).toContain('<strong>negrita</strong>')
  expect(course?.descripcion).not.toContain('<script>')
  // Four days after the 20th, 19:30 in Lima.
  expect(course?.modulos[0]?.lecciones[0]?.sesiones[0]?.inicio).toBe('2026-11-25T00:30:00.000Z')
  expect(course?.evaluaciones.find(({ clave }) => clave === 'examen')).toMatchObject({
    fecha_apertura: '2026-10-21T05:00:00.000Z',
    fecha_cierre: '2099-01-31T23:00:00.000Z',
  })
  expect(people.find(({ tipo_cliente }) => tipo_cliente === 'Alumno')?.matriculas).toEqual([
    { curso: 'minimo', vence: '2027-09-16' },
  ])
})

it.each([
  ['2026-11-02', '2026-11-02'],
  ['{ dias: -18 }', '2026-11-02'],
  ['{ dias: 14 }', '2026-12-04'],
  ['{ fecha: 2026-12-04 }', '2026-12-04'],
])('a course that begins on %s begins on %s', async (written, day) => {
  const changes: Changes = { [COURSE]: ['fecha_inicio: 2026-11-02', `fecha_inicio: ${written}`] }
  const { brands } = await readAcademy(anAcademy(changes), { today: TODAY, demo: true })
  expect(brands[0]?.cursos[0]?.fecha_inicio).toBe(day)
})

it('does without logo, mark, colours, categories, cover and outcomes', async () => {
  const { brands } = await readAcademy(
    anAcademy({
      [BRAND]: 'nombre: Sin nada\n',
      [COURSE]:
        '---\nnombre: Uno\ncategoria: Música\nnivel: Básico\ncosto: 10\nhoras: 1\ndocentes: [profe@prueba.pe]\n---\n',
    }),
    { today: TODAY, demo: true },
  )
  expect(brands[0]).toMatchObject({
    logo: undefined,
    isotipo: undefined,
    color_primario: '#3B5BDB',
    categorias: ['Cursos', 'Música'],
    cursos: [{ imagen: undefined, aprenderas: [], publicado: true }],
  })
})

const PAGE = 'prueba/paginas/reembolsos.md'

const CASES: [string, Changes, string][] = [
  [
    'a start that is no day',
    { [COURSE]: ['fecha_inicio: 2026-11-02', 'fecha_inicio: [pronto]'] },
    `${COURSE}:7: fecha_inicio: debe ser una fecha como 2026-11-02, o { dias: 14 } desde la carga`,
  ],
  [
    'a promotion without an end',
    { [COURSE]: ['promocion_hasta: { fecha: 2099-01-31 }\n', ''] },
    `${COURSE}:16: precio_promocion: falta promocion_hasta: una promoción tiene un final`,
  ],
  [
    'an end without a promotion',
    { [COURSE]: ['precio_promocion: 99.90\n', ''] },
    `${COURSE}:16: promocion_hasta: falta precio_promocion`,
  ],
  [
    'a promotion that is none',
    { [COURSE]: ['precio_promocion: 99.90', 'precio_promocion: 149.90'] },
    `${COURSE}:16: precio_promocion: debe ser menor que costo`,
  ],
  [
    'a missing picture of the landing page',
    { [BRAND]: ['bloque.svg', 'nada.svg'] },
    `${BRAND}:24: no existe el archivo «prueba/nada.svg»`,
  ],
  [
    'an unknown placeholder',
    { [PAGE]: '---\ntitulo: Uno\n---\n{{ruk}}\n' },
    `${PAGE}:2: no existe {{ruk}}; hay {{marca}}, {{razon_social}}, {{ruc}}, {{direccion}}, {{telefono}}, {{correo}}, {{vendedor}}, {{contacto}}, {{devolucion_dias}}, {{devolucion_avance}}, {{con_devolucion}}, {{sin_devolucion}}, {{fin}}`,
  ],
  ['a page without text', { [PAGE]: '---\ntitulo: Uno\n---\n\n' }, `${PAGE}:2: El texto es obligatorio.`],
  [
    'an unexpected page',
    { 'prueba/paginas/cookies.md': '---\ntitulo: Uno\n---\nDos\n' },
    'prueba/paginas/cookies.md:1: nadie lee esto; aquí van terminos.md, privacidad.md, preguntas-frecuentes.md, reembolsos.md, y lo que un texto nombra',
  ],
  [
    'too many lessons in a module',
    Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `prueba/cursos/minimo/01-inicio/x${n}.md`,
        '---\ntitulo: Otra\n---\nHola.\n',
      ]),
    ),
    'prueba/cursos/minimo/01-inicio/modulo.yaml:1: tiene 62 lecciones y puede tener hasta 60',
  ],
  [
    'too many modules in a course',
    Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`prueba/cursos/minimo/1${n}-otro/modulo.yaml`, 'nombre: Otro\nhoras: 1\n']),
    ),
    `${COURSE}:2: tiene 51 módulos y puede tener hasta 50`,
  ],
  [
    'a description that is too long',
    { [COURSE]: ['Texto con', `${'Texto '.repeat(9000)} con`] },
    `${COURSE}:2: su descripción puede tener hasta 50000 caracteres`,
  ],
  [
    'a lesson whose texts are too long',
    { 'prueba/cursos/minimo/01-inicio/larga.md': `---\ntitulo: Larga\n---\n${'Texto '.repeat(90_000)}\n` },
    'prueba/cursos/minimo/01-inicio/larga.md:2: sus textos suman 540006 caracteres y pueden tener hasta 500000',
  ],
  [
    'an unknown key',
    { [COURSE]: ['nivel: Básico', 'nivel: Básico\nprecio: 10'] },
    `${COURSE}:5: no existe la clave «precio»`,
  ],
  [
    'a missing key',
    { [COURSE]: ['nivel: Básico\n', ''] },
    `${COURSE}:2: nivel: falta; debe ser Básico, Intermedio o Avanzado`,
  ],
  [
    'a wrong type',
    { [COURSE]: ['costo: 149.90', 'costo: gratis'] },
    `${COURSE}:5: costo: debe ser un número, en cifras, con punto y sin comillas`,
  ],
  [
    'broken YAML',
    { [EXAM]: ['intentos: 3', 'intentos: 3\nintentos: 4'] },
    `${EXAM}:4: esto no es YAML, en la columna 1: Map keys must be unique`,
  ],
  ['no front matter', { [LESSON]: 'Solo texto.\n' }, `${LESSON}:1: faltan los datos entre --- al comienzo`],
  [
    'no cover',
    { 'prueba/cursos/minimo/portada.svg': null },
    `${COURSE}:8: no existe el archivo «prueba/cursos/minimo/portada.svg»`,
  ],
  [
    'a cover that is not a picture',
    { 'prueba/cursos/minimo/portada.svg': 'hola' },
    `${COURSE}:8: «prueba/cursos/minimo/portada.svg» no es una imagen`,
  ],
  [
    'a path that leaves the folder',
    { [LESSON]: ['archivos/guia.pdf', '../../../../fuera.pdf'] },
    `${LESSON}:10: «../fuera.pdf» está fuera de la carpeta de la academia`,
  ],
  [
    'a displayed file of a wrong type',
    { [LESSON]: ['archivos/guia.pdf', 'archivos/guion.txt'] },
    `${LESSON}:10: «prueba/cursos/minimo/archivos/guion.txt» no es un PDF ni una imagen; si es para descargar, usa tipo: Otro`,
  ],
  [
    'an unknown teacher',
    { [COURSE]: ['profe@prueba.pe', 'otra@prueba.pe'] },
    `${COURSE}:9: personas.yaml no tiene un docente de esta marca con el correo otra@prueba.pe`,
  ],
  [
    'an unknown category',
    { [COURSE]: ['categoria: Diseño', 'categoria: Cocina'] },
    `${COURSE}:3: marca.yaml no tiene la categoría «Cocina»`,
  ],
  [
    'a correct option out of range',
    { [EXAM]: ['correcta: 2', 'correcta: 4'] },
    `${EXAM}:11: preguntas n.º 1, correcta: debe ser la posición de una opción, de 1 a 3`,
  ],
  [
    'a choice without a correct option',
    { [EXAM]: ['    correcta: 2\n', ''] },
    `${EXAM}:8: preguntas n.º 1: falta la opción correcta`,
  ],
  [
    'a key of another kind',
    { [EXAM]: ['    correcta: 2\n', '    correcta: 2\n    respuestas: [2]\n'] },
    `${EXAM}:12: preguntas n.º 1, respuestas: una pregunta de una respuesta no lleva respuestas`,
  ],
  [
    'a number without a range',
    { [EXAM]: ['tipo: abierta', 'tipo: numerica\n    desde: 3'] },
    `${EXAM}:15: preguntas n.º 2: falta la respuesta con su tolerancia, o desde y hasta`,
  ],
  [
    'a left side named twice',
    {
      [EXAM]: [
        'tipo: abierta',
        'tipo: emparejar\n    parejas: [{ izquierda: A, derecha: B }, { izquierda: A, derecha: C }]',
      ],
    },
    `${EXAM}:17: preguntas n.º 2, parejas n.º 2, izquierda: está dos veces a la izquierda`,
  ],
  [
    'a picture without its words',
    { [EXAM]: ['tipo: abierta', 'tipo: abierta\n    imagen: ../portada.svg'] },
    `${EXAM}:15: preguntas n.º 2, imagen_alt: una imagen lleva imagen_alt: lo que se ve en ella`,
  ],
  [
    'a survey of pairs',
    { 'prueba/cursos/minimo/encuesta.yaml': ['opciones: [Bien, Mal]', 'tipo: corta\n    respuestas: [Bien]'] },
    'prueba/cursos/minimo/encuesta.yaml:5: preguntas n.º 1, tipo: una encuesta no lleva preguntas de respuesta corta',
  ],
  [
    'values that add up to zero',
    { [EXAM]: 'nombre: E\nmodelo: examen\nduracion: 5\npreguntas:\n  - { pregunta: Di, tipo: abierta, valor: 0 }\n' },
    `${EXAM}:4: preguntas: los valores de las preguntas deben sumar más de cero`,
  ],
  ['an exam without a clock', { [EXAM]: ['duracion: 15\n', ''] }, `${EXAM}:1: duracion: falta la duración`],
  [
    'a survey with a key',
    { 'prueba/cursos/minimo/encuesta.yaml': ['[Bien, Mal]', '[Bien, Mal]\n    correcta: 1'] },
    'prueba/cursos/minimo/encuesta.yaml:6: preguntas n.º 1, correcta: una encuesta no lleva correcta',
  ],
  [
    'a missing lesson',
    { [EXAM]: ['leccion: 01-primera', 'leccion: 09-otra'] },
    `${EXAM}:12: no se encuentra la lección «09-otra», o hay varias: escribe módulo/lección`,
  ],
  [
    'an exam that closes before it opens',
    { [EXAM]: ['2099-01-31T18:00', '2020-01-31'] },
    `${EXAM}:6: cierra antes de abrir`,
  ],
  [
    'an unknown video provider',
    { [LESSON]: ['www.youtube.com', 'example.com'] },
    `${LESSON}:6: videos n.º 1, enlace: no es la dirección de un video de youtube`,
  ],
  [
    'a video of the other provider',
    { [LESSON]: ['tipo_video: youtube', 'tipo_video: vimeo'] },
    `${LESSON}:6: videos n.º 1, enlace: no es la dirección de un video de vimeo`,
  ],
  [
    'a session with two days',
    { [LESSON]: ['dias: 4', 'dias: 4\n    fecha: 2026-12-01'] },
    `${LESSON}:22: sesiones n.º 1: indica dias o fecha, una de las dos`,
  ],
  [
    'a DNI of seven digits',
    { 'personas.yaml': ['"70000001"', '"7000001"'] },
    'personas.yaml:18: alumnos n.º 1, numero_documento: el DNI tiene 8 dígitos',
  ],
  [
    'a course that certificates cannot print',
    { [COURSE]: ['nombre: Curso mínimo', 'nombre: કળા'] },
    `${COURSE}:2: nombre: tiene una letra que los certificados no imprimen: escríbela en letras latinas`,
  ],
  [
    'a module that certificates cannot print',
    { 'prueba/cursos/minimo/01-inicio/modulo.yaml': ['Inicio', 'કળા'] },
    'prueba/cursos/minimo/01-inicio/modulo.yaml:1: nombre: tiene una letra que los certificados no imprimen: escríbela en letras latinas',
  ],
  [
    'a brand that certificates cannot print',
    { [BRAND]: ['nombre: Academia de Prueba', 'nombre: કળા'] },
    `${BRAND}:2: nombre: tiene una letra que los certificados no imprimen: escríbela en letras latinas`,
  ],
  [
    'a class without both digits of its hour',
    { [LESSON]: ['"19:30"', '"7:30"'] },
    `${LESSON}:24: sesiones n.º 1, hora_inicio: debe ser una hora entre comillas, como "07:30" o "19:30"`,
  ],
  [
    'a name that certificates cannot print',
    { 'personas.yaml': ['nombres: Lucía', 'nombres: ગીતા'] },
    'personas.yaml:16: alumnos n.º 1, nombres: tiene una letra que el certificado no imprime: escríbela en letras latinas',
  ],
  [
    'a repeated mail',
    { 'personas.yaml': ['admin@prueba.pe', 'Profe@prueba.pe'] },
    'personas.yaml:9: el correo está repetido',
  ],
  [
    'a missing brand',
    { 'personas.yaml': ['correo: admin@prueba.pe\n    marca: prueba', 'correo: admin@prueba.pe\n    marca: otra'] },
    'personas.yaml:10: no existe la marca «otra»',
  ],
  [
    'an enrolment in an unknown course',
    { 'personas.yaml': ['curso: minimo', 'curso: maximo'] },
    'personas.yaml:20: la marca prueba no tiene el curso «maximo»',
  ],
  [
    'an invalid colour',
    { [BRAND]: ['"#112233"', 'morado'] },
    `${BRAND}:5: color_primario: debe ser un color como "#5B3DF5"`,
  ],
  [
    'an unexpected file',
    { 'prueba/cursos/minimo/01-inicio/exámen.yaml': 'nombre: x\n' },
    'prueba/cursos/minimo/01-inicio/exámen.yaml:1: nadie lee esto; aquí van modulo.yaml, examen.yaml, encuesta.yaml y lecciones como 01-nombre.md, y lo que un texto nombra',
  ],
  [
    'no module file',
    { 'prueba/cursos/minimo/01-inicio/modulo.yaml': null },
    'prueba/cursos/minimo/01-inicio/modulo.yaml:1: falta el archivo',
  ],
]

it.each(CASES)('reports %s once, with file and line', async (_name, changes, mistake) => {
  expect(await mistakesOf(changes)).toEqual([mistake])
})

it('reports all mistakes at once, and accepts students only in the demo', async () => {
  const mistakes = await mistakesOf(
    { [COURSE]: ['nivel: Básico', 'nivel: Experto'], [BRAND]: ['id: 3', 'id: 0'] },
    false,
  )
  expect(mistakes.map((mistake) => mistake.split(':').slice(0, 2).join(':'))).toEqual([
    'personas.yaml:13',
    `${COURSE}:4`,
    `${BRAND}:1`,
  ])
  expect(mistakes[0]).toBe('personas.yaml:13: los alumnos solo se cargan en la academia de demostración')
})
