import { describe, expect, it, onTestFinished } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'
import { ContentError } from './reader.ts'

const PLACE = 'prueba/cursos/minimo'
const MODULE = `${PLACE}/01-inicio`
const EXAM = `${MODULE}/examen.yaml`
const LESSON = `${MODULE}/01-primera.md`
const ANA = 'admin@prueba.pe'

/** An academy that says the same, unquoted, in every kind of field for a text. */
const everywhere = (x: string): Changes => ({
  'prueba/marca.yaml': `nombre: ${x}
lema: ${x}
categorias: [${x}, Otra]
telefono: ${x}
botones: { boton_1: ${x} }
firma: { nombre: ${x}, cargo: ${x} }
portada:
  apertura: { titular: ${x}, texto: ${x} }
  bloques: [{ titulo: ${x}, texto: ${x} }]
  testimonios: [{ texto: ${x}, autor: ${x}, detalle: ${x} }]
`,
  'personas.yaml': `docentes:
  - { correo: profe@prueba.pe, marca: prueba, nombres: ${x}, apellidos: ${x}, profesion: ${x}, telefono: ${x},
      direccion: ${x}, ciudad: ${x}, biografia: ${x} }
administradores:
  - { correo: ${ANA}, marca: prueba, nombres: Ana, apellidos: Loayza }
`,
  'prueba/premios.yaml': `premios: [{ clave: uno, puesto: 1, premio: ${x} }]\n`,
  'prueba/prompts.yaml': `temas:
  - clave: tema
    nombre: ${x}
    descripcion: ${x}
    preguntas: [{ variable: tono, texto: ${x}, opciones: [${x}, Otra] }]
    plantillas: [{ titulo: ${x}, contenido: ${x} }]
`,
  'prueba/foros.yaml': `foros:
  - { clave: foro, tipo: general, autor: ${ANA}, titulo: ${x}, descripcion: ${x}, contenido: ${x}, hace: 2d,
      respuestas: [{ autor: ${ANA}, tras: 1d, texto: ${x} }] }
`,
  'prueba/comentarios.yaml': `comentarios:
  - { leccion: minimo/01-inicio/01-primera, autor: profe@prueba.pe, texto: ${x}, hace: 2d }
`,
  'prueba/paginas/reembolsos.md': `---\ntitulo: ${x}\n---\nHola.\n`,
  [`${PLACE}/curso.md`]: `---
nombre: ${x}
categoria: ${x}
nivel: Básico
costo: 10
horas: 1
imagen_alt: ${x}
docentes: [profe@prueba.pe]
aprenderas: [${x}]
---
Hola.
`,
  [`${MODULE}/modulo.yaml`]: `nombre: ${x}\nhoras: 4\n`,
  [LESSON]: `---
titulo: ${x}
videos: [{ tipo_video: youtube, enlace: "https://youtu.be/aqz-KE-bpKQ", titulo: ${x} }]
materiales: [{ tipo: Texto, nombre: ${x}, texto: ${x} }]
sesiones: [{ nombre: ${x}, dias: 4, hora_inicio: "19:30", enlace: "https://meet.example.com/uno" }]
---
Mira.
`,
  [EXAM]: `nombre: ${x}
modelo: examen
duracion: 15
instrucciones: ${x}
preguntas:
  - { pregunta: ${x}, valor: 5, opciones: [${x}, Otra], correcta: 1, explicacion: ${x} }
  - { pregunta: ${x}, valor: 5, tipo: varias, opciones: [Otra, ${x}], correctas: [1] }
  - { pregunta: ${x}, valor: 5, tipo: corta, respuestas: [${x}] }
  - { pregunta: ${x}, valor: 5, tipo: abierta, criterio: ${x} }
  - pregunta: ${x}
    valor: 5
    tipo: emparejar
    parejas: [{ izquierda: ${x}, derecha: ${x} }, { izquierda: A, derecha: B }]
    distractores: [C, D]
`,
})

const read = (changes: Changes) => readAcademy(anAcademy(changes), { today: '2026-11-20', demo: true })

async function mistakesOf(changes: Changes): Promise<string[]> {
  const error = await read(changes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ContentError) return error.message.split('\n')
  if (error) throw error
  return []
}

const FIELDS = JSON.stringify(everywhere('§')).split('§').length - 1

const INTEGERS = ['0', '7', '007', '+12', '-7', '0o17', '0x1F', '12345678901234567890', '12345678901234567891']
const FLOATS = ['1.0', '1.', '1.10', '1.100', '.5', '-.5', '1e3', '1E+3', '1.5e-3', '004e89']
const ODD_FLOATS = ['.inf', '-.Inf', '+.INF', '.nan', '.NaN', '.NAN']
const BOOLEANS = ['true', 'True', 'TRUE', 'false', 'False', 'FALSE']
const OLDER = ['yes', 'No', 'on', 'OFF', 'y', '1_000', '12:30', '2026-11-02', '0b11', '=', '<<', 'NULL.', 'nulo']

/** Of Markdown or HTML: the instructions and the material of these are more than their letters. */
const MARKS = ['1.', '<<']

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Map || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

describe('a text that YAML takes for something else', () => {
  it.each([...INTEGERS, ...FLOATS, ...ODD_FLOATS, ...BOOLEANS, ...OLDER])('is %s, letter by letter', async (x) => {
    const { assets: _, ...academy } = await read(everywhere(x))
    const found = textsOf(academy).filter((text) => text.replace(/<\/?p>/g, '') === x)
    expect(found).toHaveLength(FIELDS - (MARKS.includes(x) ? 2 : 0))
    expect(textsOf(academy).filter((text) => text === String(Number(x)) && text !== x)).toEqual([])
  })

  // File by file, since what depends on a file with mistakes is not read.
  it.each(['null', 'Null', 'NULL', '~'])('is refused in every field when it is %s', async (x) => {
    const files = Object.entries(everywhere(x)).map(([file, text]) => mistakesOf({ [file]: text }))
    const mistakes = (await Promise.all(files)).flat()
    const hint = `«${x}» quiere decir que no hay valor; si es el texto, ponlo entre comillas: "${x}"`
    expect(mistakes.filter((mistake) => mistake.endsWith(hint))).toHaveLength(FIELDS)
  })
})

const option = (text: string): Changes => ({
  [EXAM]: ['opciones: [Uno, Dos, Tres]', `opciones:\n      - Uno\n      - ${text}\n      - Tres`],
})
const lesson = (text: string): Changes => ({ [LESSON]: ['titulo: Primera lección', text] })
const COMMENT = 'lo que sigue al signo # no se lee; si es parte del texto, ponlo entre comillas'
const NO_TEXT = 'debe ser un texto; si lo es, ponlo entre comillas'
const MORE =
  "hay algo de más en esta línea; si todo es un texto, ponlo entre comillas simples (') y escribe dos veces las que lleve dentro"
const BLOCK = 'un > o un | al comienzo anuncia un texto de varias líneas; si es parte del texto, ponlo entre comillas'
const SECOND = `${EXAM}:12: preguntas n.º 1, opciones n.º 2: `
const TITLE = `${LESSON}:2: titulo: `

describe('what is no text is refused, with how to quote it', () => {
  it.each([
    ['a map', option('CSS: da estilo'), `${SECOND}${NO_TEXT}: "CSS: da estilo"`],
    ['an empty map', option('{}'), `${SECOND}${NO_TEXT}: "{}"`],
    ['a map in braces', option('{a: 1}'), `${SECOND}${NO_TEXT}: "{a: 1}"`],
    ['a list', option('[1, 2]'), `${SECOND}${NO_TEXT}: "[1, 2]"`],
    ['a list in a list', option('- guion'), `${SECOND}${NO_TEXT}: "- guion"`],
    ['a question mark', option('? algo'), `${SECOND}${NO_TEXT}: "? algo"`],
    ['a text with both quotes', option(`a: "b" 'c'`), /: hay |comillas/],
    ['nothing but a comment', option('#FF0000'), `${SECOND}${COMMENT}: "#FF0000"`],
    ['nothing', option(''), `${SECOND}está sin valor; escríbelo o quita la línea`],
    ['a title of colons', lesson('titulo: { uno: dos }'), `${TITLE}${NO_TEXT}: "{ uno: dos }"`],
    ['a title that is a comment', lesson('titulo: #1 en ventas'), `${TITLE}${COMMENT}: "#1 en ventas"`],
    ['a tag', option('!importante leer'), `${EXAM}:12: hay un ! de más; si es parte del texto, ponlo entre comillas`],
    ['a lone tag', option('! leer'), `${EXAM}:12: hay un ! de más; si es parte del texto, ponlo entre comillas`],
    [
      'an anchor',
      option('&copy de autor'),
      `${EXAM}:12: hay un * o un & de referencia que no sirve aquí; si es parte del texto, ponlo entre comillas`,
    ],
    ['quotes that never close', lesson("titulo: 'Uno"), `${LESSON}:2: falta la comilla que cierra este texto`],
    ['a text that goes on behind its quotes', option('"Hola" dijo Ana'), `${EXAM}:12: ${MORE}`],
    ['a sign for more lines before a text', option('> 5'), `${EXAM}:12: ${MORE}`],
    ['a sign for more lines and a digit', option('>5'), `${EXAM}:12: ${BLOCK}`],
    ['a bar', option('|'), `${EXAM}:12: ${BLOCK}`],
    ...['temp', 'Nuevo', 'Lima', 'Programas', '_uno'].map((folder): [string, Changes, string] => [
      `a code in quotes, \\${folder}`,
      option(`"C:\\${folder}"`),
      `${EXAM}:12: hay una barra \\ que sobra dentro de las comillas; escríbela dos veces o usa comillas simples`,
    ]),
  ] satisfies [string, Changes, string | RegExp][])('%s', async (_what, changes, mistake) => {
    const found = await mistakesOf(changes)
    expect(found).toEqual([typeof mistake === 'string' ? mistake : expect.stringMatching(mistake)])
  })
})

it('a comma of a number that would end a text between brackets is told', async () => {
  const options = (list: string) => mistakesOf({ [EXAM]: ['[Uno, Dos, Tres]', list] })
  const told = 'la coma separa dos elementos de la lista; si es parte del texto, ponlo entre comillas'
  expect(await options('[S/ 1,500, S/ 2,300]')).toEqual([
    `${EXAM}:10: preguntas n.º 1, opciones n.º 1: ${told}: "S/ 1,500"`,
    `${EXAM}:10: preguntas n.º 1, opciones n.º 3: ${told}: "S/ 2,300"`,
  ])
  for (const list of ['[1,500,2,300]', '["S/ 1,500", "S/ 2,300"]', '[Tema 1, Tema 2]', '[uno,dos,tres]'])
    expect([list, await options(list)]).toEqual([list, []])
})

describe('a comment behind a text', () => {
  it.each([
    ['a title', lesson('titulo: Módulo #1 de prueba'), `${TITLE}${COMMENT}: "Módulo #1 de prueba"`],
    ['a title and a space', lesson('titulo: Uno # nota'), `${TITLE}${COMMENT}: "Uno # nota"`],
    ['a quote within', lesson('titulo: El "as" #1'), `${TITLE}${COMMENT}: 'El "as" #1'`],
    ['an option', option('Rojo #FF0000 puro'), `${SECOND}${COMMENT}: "Rojo #FF0000 puro"`],
    ['a number in a text field', option('100 #2 mitad'), `${SECOND}${COMMENT}: "100 #2 mitad"`],
    [
      'a question',
      { [EXAM]: ['pregunta: ¿Uno o dos?', 'pregunta: ¿Qué color es #FF0000?'] },
      `${EXAM}:8: preguntas n.º 1, pregunta: ${COMMENT}: "¿Qué color es #FF0000?"`,
    ],
    [
      'a name of the longest',
      { [`${MODULE}/modulo.yaml`]: `nombre: ${'a'.repeat(200)} #2\nhoras: 4\n` },
      `${MODULE}/modulo.yaml:1: nombre: ${COMMENT}`,
    ],
    [
      'the last of a list in brackets',
      { [EXAM]: ['[Uno, Dos, Tres]', '[Uno, Dos, Tres #3\n      ]'] },
      `${EXAM}:10: preguntas n.º 1, opciones n.º 3: ${COMMENT}`,
    ],
  ] satisfies [string, Changes, string][])('is told: %s', async (_what, changes, mistake) => {
    expect(await mistakesOf(changes)).toEqual([mistake])
  })

  it.each([
    ['[Rojo, #FF0000, Azul]', 10, '#FF0000'],
    ['[Rojo #FF0000, Azul]', 10, 'Rojo #FF0000'],
    ['[\n      Rojo, #FF0000,\n      Azul, Verde]', 11, '#FF0000'],
    ['[ #FF0000,\n      Azul, Verde]', 10, '#FF0000'],
    ['[Rojo, # nota]', 10, '# nota'],
  ])('is told where it takes values between brackets along: %j', async (list, line, sample) => {
    expect(await mistakesOf({ [EXAM]: ['[Uno, Dos, Tres]', list] })).toEqual([
      `${EXAM}:${line}: ${COMMENT}: "${sample}"`,
    ])
  })

  it.each([
    ['a title', lesson('titulo: Uno # dos\n  tres'), `${LESSON}:2: ${COMMENT}`],
    ['a title and a line', lesson('titulo: Uno\n  # dos\n  tres'), `${LESSON}:3: ${COMMENT}`],
    ['an option', option('Uno # dos\n        tres'), `${EXAM}:12: ${COMMENT}`],
  ] satisfies [string, Changes, string][])(
    'is told where a text goes on below it: %s',
    async (_what, changes, mistake) => {
      expect(await mistakesOf(changes)).toEqual([mistake])
    },
  )

  it('stays allowed between brackets as a remark', async () => {
    const list = '[ # tres\n      Uno, # la primera\n      # Otra.\n      Dos, "Tres [#3]" # la última\n      ] # fin'
    expect(await mistakesOf({ [EXAM]: ['[Uno, Dos, Tres]', list] })).toEqual([])
  })

  it('stays allowed on its own line, behind quotes, numbers, dates, words of a list, brackets and blocks', async () => {
    expect(
      await mistakesOf({
        [EXAM]: [
          'preguntas:\n  - pregunta: ¿Uno o dos?\n    valor: 20\n    opciones: [Uno, Dos, Tres]',
          `# Una nota.
preguntas: # las de siempre
  # Otra.
  - pregunta: "¿Qué es #1?" # entre comillas
    valor: 20 # puntos
    opciones: [Uno, Dos, Tres] # y no más`,
        ],
        [`${PLACE}/curso.md`]: ['nivel: Básico\ncosto: 149.90', 'nivel: Básico # por ahora\ncosto: 149.90 # soles'],
        [LESSON]: ['texto: |\n      Una *idea*.', 'texto: | # en Markdown\n      Una *idea* # de verdad.'],
        'personas.yaml': ['foto: fotos/rosa.svg', 'fecha_nacimiento: 1984-05-20 # en Puno'],
      }),
    ).toEqual([])
  })
})

it('says nothing in words of a programmer beside its own', async () => {
  const warnings: unknown[] = []
  const note = (warning: unknown) => warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  expect(await mistakesOf(option('{{nombre}}'))).toEqual([`${SECOND}${NO_TEXT}: "{{nombre}}"`])
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})
