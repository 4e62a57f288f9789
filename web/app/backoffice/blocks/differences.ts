import { plainText } from '@campus/contract/plain-text'
import { cutText } from '@campus/contract/shorten'
import { sameValue } from './same'

/** One field in which two documents differ. */
export type Difference = { field: string; before: string; after: string }

/** What a field is called on the screen; of a list, its items' name. */
const NAMES: Record<string, string> = {
  nombre: 'Nombre',
  titulo: 'Título',
  descripcion: 'Descripción',
  nivel: 'Nivel',
  id_categoria: 'Categoría',
  horas: 'Horas',
  fecha_inicio: 'Fecha de inicio',
  imagen: 'Imagen',
  imagen_alt: 'Texto alternativo',
  aprenderas: 'Lo que aprenderás',
  modulos: 'Módulo',
  lecciones: 'Lecciones',
  duracion: 'Minutos',
  contenido: 'Contenido',
  videos: 'Video',
  enlace: 'Dirección',
  materiales: 'Material',
  tipo: 'Tipo',
  texto: 'Texto',
  ruta: 'Archivo o dirección',
  gratis: 'Vista previa gratis',
  id_modulo: 'Módulo',
  modelo: 'Examen o encuesta',
  intentos: 'Intentos',
  fecha_apertura: 'Abre',
  fecha_cierre: 'Cierra',
  instrucciones: 'Instrucciones',
  visible: 'Visible',
  preguntas: 'Pregunta',
  pregunta: 'Pregunta',
  tipo_pregunta: 'Tipo de pregunta',
  valor: 'Valor',
  explicacion: 'Explicación',
  id_leccion: 'Lección',
  segundo: 'Segundo',
  opciones: 'Opción',
  opcion: 'Texto',
  correcta: 'Correcta',
  criterio: 'Criterio',
  aceptadas: 'Respuesta aceptada',
  numero: 'Respuesta',
  modo: 'Modo',
  tolerancia: 'Tolerancia',
  desde: 'Desde',
  hasta: 'Hasta',
  pares: 'Par',
  izquierda: 'Izquierda',
  derecha: 'Derecha',
  distractores: 'Distractor',
  banners: 'Banner',
  botones: 'Botón',
  apertura: 'Apertura',
  titular: 'Titular',
  boton: 'Botón',
  orden: 'Orden',
  bloques: 'Bloque',
  testimonios: 'Testimonio',
  autor: 'Autor',
  detalle: 'Detalle',
  valoracion: 'Valoración',
  markdown: 'Texto',
  premios: 'Premio',
  premio: 'Premio',
  puesto: 'Puesto',
  variable: 'Variable',
  plantillas: 'Plantilla',
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const ORDER = Object.keys(NAMES)
const onScreen = (one: string, other: string) => ORDER.indexOf(one) - ORDER.indexOf(other)

/** A value in words; fields that only name a row say nothing. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return value.includes('<') ? plainText(value) : value
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(' · ')
  if (!isFields(value)) return String(value)
  return Object.entries(value)
    .filter(([key, part]) => key !== 'id' && typeof part !== 'boolean')
    .map(([, part]) => inWords(part))
    .filter(Boolean)
    .join(' · ')
}

const idOf = (item: unknown, place: number): unknown => (isFields(item) && 'id' in item ? item.id : place)

function compareFields(before: Fields, after: Fields, trail: string[]): Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => key !== 'id')
    .sort(onScreen)
    .flatMap((key) => compare(before[key], after[key], [...trail, NAMES[key] ?? key]))
}

function compareLists(before: unknown[], after: unknown[], trail: string[]): Difference[] {
  const old = new Map(before.map((item, place) => [idOf(item, place), item]))
  const ids = after.map(idOf)
  const named = (place: number) => [...trail.slice(0, -1), `${trail.at(-1)} ${place + 1}`]
  const changed = after.flatMap((item, place) => compare(old.get(ids[place]), item, named(place)))
  const removed = before.flatMap((item, place) =>
    ids.includes(idOf(item, place)) ? [] : compare(item, undefined, named(place)),
  )
  const stayed = [...old.keys()].filter((id) => ids.includes(id))
  const inNewOrder = ids.filter((id) => old.has(id))
  if (sameValue(stayed, inNewOrder)) return [...changed, ...removed]
  const order = (items: unknown[]) =>
    items.map((item, place) => cutText(`${place + 1}. ${inWords(item)}`, 80)).join('\n')
  return [...changed, ...removed, { field: `${trail.join(' › ')}: orden`, before: order(before), after: order(after) }]
}

function compare(before: unknown, after: unknown, trail: string[]): Difference[] {
  if (sameValue(before, after)) return []
  if (isFields(before) && isFields(after)) return compareFields(before, after, trail)
  const lists = Array.isArray(before) && Array.isArray(after)
  if (lists && [...before, ...after].some(isFields)) return compareLists(before, after, trail)
  return [{ field: trail.join(' › '), before: inWords(before), after: inWords(after) }]
}

/** The fields in which two documents of a kind differ, in the order of the screen. */
export const differencesOf = (before: unknown, after: unknown): Difference[] => compare(before, after, [])
