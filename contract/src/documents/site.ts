import { z } from 'zod'
import { LANDING_PARTS } from '../brands.ts'
import { eachOnce } from '../lists.ts'
import { type Findings, findings, type Says } from './findings.ts'
import { draftInt, draftNumber, draftText, isBlank, PartId, storageKey } from './parts.ts'

const link = draftText(500)

export const LandingDocument = z.object({
  banners: z.array(z.object({ imagen: storageKey, enlace: link })).max(2, 'Puede haber hasta 2 banners.'),
  botones: z.array(z.object({ texto: draftText(60), enlace: link })).max(3, 'Puede haber hasta 3 botones.'),
  apertura: z.object({ titular: draftText(60), texto: draftText(160), boton: draftText(30), enlace: link }).nullable(),
  orden: z.array(z.enum(LANDING_PARTS)).max(LANDING_PARTS.length),
  bloques: z
    .array(z.object({ titulo: draftText(80), texto: draftText(400), imagen: storageKey }))
    .max(6, 'Puede haber hasta 6 bloques.'),
  testimonios: z
    .array(z.object({ texto: draftText(400), autor: draftText(80), detalle: draftText(80) }))
    .max(8, 'Puede haber hasta 8 testimonios.'),
  valoracion: draftNumber,
})
export type LandingDocument = z.infer<typeof LandingDocument>

export const PageDocument = z.object({ titulo: draftText(120), markdown: draftText(60_000) })
export type PageDocument = z.infer<typeof PageDocument>

export const PRIZE_RANKS = [1, 2, 3, 4, 11, 51] as const

export const PrizesDocument = z.object({
  premios: eachOnce(
    z
      .array(z.object({ id: PartId, premio: draftText(160), puesto: draftInt, imagen: storageKey }))
      .max(30, 'Puede haber hasta 30 premios.'),
    'Cada premio va una sola vez.',
    ({ id }) => id,
  ),
})
export type PrizesDocument = z.infer<typeof PrizesDocument>

export const TopicDocument = z.object({
  nombre: draftText(120),
  descripcion: draftText(400),
  visible: z.boolean(),
  preguntas: z
    .array(
      z.object({
        variable: draftText(40),
        texto: draftText(300),
        /** Null for an open answer. */
        opciones: z.array(draftText(120)).max(12).nullable(),
      }),
    )
    .max(20, 'Puede haber hasta 20 preguntas.'),
  plantillas: z
    .array(z.object({ titulo: draftText(120), contenido: draftText(8000) }))
    .max(3, 'Puede haber hasta 3 plantillas.'),
})
export type TopicDocument = z.infer<typeof TopicDocument>

export const MAX_HEADLINE_WORDS = 8
const MISSING_TEXT = 'Falta este texto.'

export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

const isLink = (text: string) => /^\/(?!\/)/.test(text) || /^https:\/\//.test(text)
const LINK_TEXT = 'El enlace debe empezar con / o con https://'

function checkBanners({ banners, botones }: LandingDocument, { wrong }: Says): void {
  for (const [at, { imagen, enlace }] of banners.entries()) {
    wrong(isBlank(imagen ?? ''), 'Sube la imagen del banner.', 'banners', at, 'imagen')
    wrong(!isBlank(enlace) && !isLink(enlace), LINK_TEXT, 'banners', at, 'enlace')
  }
  for (const [at, { texto, enlace }] of botones.entries()) {
    wrong(isBlank(texto), 'Escribe el texto del botón.', 'botones', at, 'texto')
    wrong(!isLink(enlace), LINK_TEXT, 'botones', at, 'enlace')
  }
}

function checkOpening({ apertura }: LandingDocument, { wrong }: Says): void {
  if (!apertura) return
  for (const key of ['titular', 'texto', 'boton'] as const) wrong(isBlank(apertura[key]), MISSING_TEXT, 'apertura', key)
  const words = wordsIn(apertura.titular)
  wrong(words > MAX_HEADLINE_WORDS, 'El titular puede tener hasta ocho palabras.', 'apertura', 'titular')
  wrong(!isLink(apertura.enlace), LINK_TEXT, 'apertura', 'enlace')
}

export function checkLanding(document: LandingDocument): Findings {
  const says = findings()
  const { found, wrong } = says
  checkBanners(document, says)
  checkOpening(document, says)
  const { orden, bloques, testimonios } = document
  const rating = document.valoracion ?? 1
  wrong(new Set(orden).size < LANDING_PARTS.length, 'El orden debe nombrar cada parte una vez.', 'orden')
  for (const [at, block] of bloques.entries())
    for (const key of ['titulo', 'texto'] as const) wrong(isBlank(block[key]), MISSING_TEXT, 'bloques', at, key)
  for (const [at, voice] of testimonios.entries())
    for (const key of ['texto', 'autor', 'detalle'] as const)
      wrong(isBlank(voice[key]), MISSING_TEXT, 'testimonios', at, key)
  wrong(rating < 1 || rating > 5, 'La valoración va de 1 a 5.', 'valoracion')
  return found
}

const placesIn = (text: string): string[] => [...text.matchAll(/\{\{\s*(.*?)\s*\}\}/g)].map(([, name = '']) => name)

export function checkPage({ titulo, markdown }: PageDocument, around: { lugares?: readonly string[] } = {}): Findings {
  const { found, wrong } = findings()
  wrong(isBlank(titulo), 'El título es obligatorio.', 'titulo')
  wrong(isBlank(markdown), 'El texto es obligatorio.', 'markdown')
  for (const place of placesIn(markdown))
    wrong(around.lugares?.includes(place) === false, `No existe {{${place}}}.`, 'markdown')
  return found
}

export function checkPrizes({ premios }: PrizesDocument): Findings {
  const { found, wrong } = findings()
  for (const [at, { premio, puesto }] of premios.entries()) {
    wrong(isBlank(premio), 'Escribe el premio.', 'premios', at, 'premio')
    wrong(!PRIZE_RANKS.some((rank) => rank === puesto), 'Elige el puesto que lo gana.', 'premios', at, 'puesto')
  }
  return found
}

const VARIABLE = /^[a-z][a-z0-9_]{0,39}$/

function checkAsked({ preguntas }: TopicDocument, { wrong }: Says): void {
  const names = preguntas.map(({ variable }) => variable)
  for (const [at, { variable, texto, opciones }] of preguntas.entries()) {
    const place = ['preguntas', at]
    wrong(isBlank(texto), 'Escribe la pregunta.', ...place, 'texto')
    wrong(!VARIABLE.test(variable), 'La variable lleva minúsculas, números y guiones bajos.', ...place, 'variable')
    wrong(names.indexOf(variable) !== at, 'La variable está repetida.', ...place, 'variable')
    const few = opciones !== null && (opciones.length < 2 || opciones.some(isBlank))
    wrong(few, 'Escribe al menos dos opciones.', ...place, 'opciones')
  }
}

export function checkTopic(document: TopicDocument): Findings {
  const says = findings()
  const { found, wrong } = says
  const { nombre, descripcion, preguntas, plantillas } = document
  wrong(isBlank(nombre), 'Escribe el nombre del tema.', 'nombre')
  wrong(isBlank(descripcion), 'Escribe la descripción.', 'descripcion')
  wrong(preguntas.length === 0, 'Agrega al menos una pregunta.', 'preguntas')
  wrong(plantillas.length === 0, 'Agrega al menos una plantilla.', 'plantillas')
  checkAsked(document, says)
  for (const [at, { titulo, contenido }] of plantillas.entries()) {
    wrong(isBlank(titulo), 'Escribe el título.', 'plantillas', at, 'titulo')
    wrong(isBlank(contenido), 'Escribe la plantilla.', 'plantillas', at, 'contenido')
    for (const name of placesIn(contenido)) {
      const asked = preguntas.some(({ variable }) => variable === name)
      wrong(!asked, `Ninguna pregunta tiene la variable «${name}».`, 'plantillas', at, 'contenido')
    }
  }
  return found
}
