import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestApp } from './harness.ts'

const svg = (width: number, height: number, colour = '#5B3DF5') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colour}"/></svg>`

const BRAND = `id: 3
nombre: Academia de Prueba
logo: logo.svg
isotipo: isotipo.svg
color_primario: "#112233"
color_acento: "#445566"
dominios: [prueba.pe]
categorias: [Diseño, Música]
botones:
  banner_uno: banner.svg
  link_banner_uno: /cursos
  boton_1: Pedir ayuda
  link_boton_1: /soporte
oferta: real
devolucion_dias: 30
descuento_referido: 10
portada:
  apertura: { titular: Aprende de una vez, texto: Con videos cortos. }
  orden: [bloques, opiniones, docentes]
  valoracion: 4.5
  bloques:
    - titulo: Breve
      texto: Videos cortos.
      imagen: bloque.svg
  testimonios:
    - { texto: Muy bueno., autor: Eva, detalle: Curso mínimo }
examenes_desde: 75
`
const COURSE = `---
nombre: Curso mínimo
categoria: Diseño
nivel: Básico
costo: 149.90
horas: 12.5
fecha_inicio: 2026-11-02
imagen: portada.svg
docentes: [profe@prueba.pe]
aprenderas:
  - Uno
  - Dos
  - Tres
  - Cuatro
publicado: true
precio_promocion: 99.90
promocion_hasta: { fecha: 2099-01-31 }
---
Texto con **negrita** y <script>alert(1)</script>.
`
const LESSON = `---
titulo: Primera lección
duracion: 9
videos:
  - tipo_video: youtube
    enlace: https://www.youtube.com/watch?v=aqz-KE-bpKQ
materiales:
  - tipo: Archivo
    nombre: Guía
    ruta: archivos/guia.pdf
  - tipo: Enlace
    nombre: Manual
    ruta: https://example.com/manual
  - tipo: Texto
    nombre: Ideas
    texto: |
      Una *idea*.
  - tipo: Otro
    nombre: Guion
    ruta: archivos/guion.txt
sesiones:
  - nombre: En vivo
    dias: 4
    hora_inicio: "19:30"
    enlace: https://meet.example.com/uno
---
Mira el video.
`
const EXAM = `nombre: Examen
modelo: examen
intentos: 3
duracion: 15
abre: { dias: -30 }
cierra: { fecha: 2099-01-31T18:00 }
preguntas:
  - pregunta: ¿Uno o dos?
    valor: 20
    opciones: [Uno, Dos, Tres]
    correcta: 2
    leccion: 01-primera
    segundo: 5
    explicacion: Dos.
  - pregunta: Explica.
    tipo: abierta
    valor: 10
`
const PEOPLE = `docentes:
  - correo: profe@prueba.pe
    marca: prueba
    nombres: Rosa
    apellidos: Huamán
    foto: fotos/rosa.svg
    biografia: Enseña.
administradores:
  - correo: admin@prueba.pe
    marca: prueba
    nombres: Ana
    apellidos: Loayza
alumnos:
  - correo: estudiante@prueba.pe
    marca: prueba
    nombres: Lucía
    apellidos: Torres
    numero_documento: "70000001"
    matriculas:
      - curso: minimo
        vence: { dias: 300 }
`
const SURVEY = `nombre: Encuesta
modelo: encuesta
preguntas:
  - pregunta: ¿Qué tal?
    opciones: [Bien, Mal]
`

const FILES: Record<string, string> = {
  'personas.yaml': PEOPLE,
  'fotos/rosa.svg': svg(64, 64),
  'prueba/marca.yaml': BRAND,
  'prueba/logo.svg': svg(240, 64),
  'prueba/isotipo.svg': svg(64, 64, '#112233'),
  'prueba/banner.svg': svg(160, 56),
  'prueba/bloque.svg': svg(96, 72),
  'prueba/paginas/reembolsos.md': '---\ntitulo: Devoluciones\n---\n{{marca}} devuelve en 30 días.\n',
  'prueba/cursos/minimo/curso.md': COURSE,
  'prueba/cursos/minimo/portada.svg': svg(128, 72),
  'prueba/cursos/minimo/encuesta.yaml': SURVEY,
  'prueba/cursos/minimo/archivos/guia.pdf': '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n',
  'prueba/cursos/minimo/archivos/guion.txt': 'Había una vez.\n',
  'prueba/cursos/minimo/01-inicio/modulo.yaml': 'nombre: Inicio\nhoras: 4\n',
  'prueba/cursos/minimo/01-inicio/01-primera.md': LESSON,
  'prueba/cursos/minimo/01-inicio/02-segunda.md': '---\ntitulo: Segunda lección\n---\nSigue.\n',
  'prueba/cursos/minimo/01-inicio/examen.yaml': EXAM,
}

/** New text, replacement `[from, to]`, or null to omit the file. */
export type Changes = Record<string, string | [string, string] | null>

function changed(file: string, change: Changes[string]): string | null {
  if (!Array.isArray(change)) return change ?? null
  const text = FILES[file] ?? ''
  if (!text.includes(change[0])) throw new Error(`${file} does not say ${change[0]}`)
  return text.replace(change[0], change[1])
}

const isText = (file: string) => /\.(?:ya?ml|md)$/.test(file)

/** Pictures and files of the academy that its changed texts no longer name. */
function unnamed(files: Record<string, string | null>): string[] {
  const texts = Object.entries(files).map(([file, text]) => (isText(file) ? text : ''))
  const all = texts.join('\n').toLowerCase()
  return Object.keys(FILES).filter((file) => !isText(file) && !all.includes(basename(file).toLowerCase()))
}

/** A folder removed after the test; brand id 3, students only in the demo. */
export function anAcademy(changes: Changes = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'academia-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = {
    ...FILES,
    ...Object.fromEntries(Object.entries(changes).map(([file, change]) => [file, changed(file, change)])),
  }
  const left = unnamed(files)
  for (const [file, text] of Object.entries(files)) {
    if (text === null || left.includes(file)) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** Empties a test's database for another first load. */
export async function withoutBrands({ database }: TestApp): Promise<void> {
  // A trigger protects the complaints book.
  await database.pool.query('SET LOCAL session_replication_role = replica; TRUNCATE clientes CASCADE')
}
