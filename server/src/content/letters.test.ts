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
  'prueba/premios.yaml': `premios: [{ puesto: 1, premio: ${x} }]\n`,
  'prueba/prompts.yaml': `temas:
  - nombre: ${x}
    descripcion: ${x}
    preguntas: [{ variable: tono, texto: ${x}, opciones: [${x}, Otra] }]
    plantillas: [{ titulo: ${x}, contenido: ${x} }]
`,
  'prueba/foros.yaml': `foros:
  - { tipo: general, autor: ${ANA}, titulo: ${x}, descripcion: ${x}, contenido: ${x}, hace: 2d,
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
    // The title of a page has the words of its form.
    const hint = 'está sin valor; escríbelo o quita la línea'
    expect(mistakes.filter((mistake) => mistake.endsWith(hint))).toHaveLength(FIELDS - 1)
  })
})

const option = (text: string): Changes => ({
  [EXAM]: ['opciones: [Uno, Dos, Tres]', `opciones:\n      - Uno\n      - ${text}\n      - Tres`],
})
const lesson = (text: string): Changes => ({ [LESSON]: ['titulo: Primera lección', text] })
const YAML = 'esto no es YAML, en la columna'
const SECOND = `${EXAM}:12: preguntas n.º 1, opciones n.º 2: debe ser un texto`

describe('what is no text is refused, with file and line, by YAML or by its field', () => {
  it.each([
    ['a map', option('CSS: da estilo'), SECOND],
    ['a list', option('[1, 2]'), SECOND],
    ['nothing', option(''), `${EXAM}:12: preguntas n.º 1, opciones n.º 2: está sin valor; escríbelo o quita la línea`],
    ['a tag', option('!importante leer'), `${EXAM}:12: ${YAML} 9: Unresolved tag: !importante`],
    [
      'quotes that never close',
      lesson("titulo: 'Uno"),
      new RegExp(`^${LESSON}:\\d+: ${YAML} \\d+: Missing closing 'quote`),
    ],
    [
      'a text that goes on behind its quotes',
      option('"Hola" dijo Ana'),
      new RegExp(`^${EXAM}:12: ${YAML} \\d+: Unexpected scalar`),
    ],
    ['a code in quotes', option('"C:\\quito"'), `${EXAM}:12: ${YAML} 12: Invalid escape sequence \\q`],
  ] satisfies [string, Changes, string | RegExp][])('%s', async (_what, changes, mistake) => {
    const [found] = await mistakesOf(changes)
    expect(found).toEqual(typeof mistake === 'string' ? mistake : expect.stringMatching(mistake))
  })
})

it('says nothing in words of a programmer beside its own', async () => {
  const warnings: unknown[] = []
  const note = (warning: unknown) => warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  expect(await mistakesOf(option('{{nombre}}'))).toEqual([SECOND])
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})
