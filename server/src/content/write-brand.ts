import type { LandingDocument, PageDocument, PrizesDocument, TopicDocument } from '@campus/contract/documents/site'
import type { clientes } from '../features/brands/brands.tables.ts'
import { createNames, isSafeKey, readable } from './export-names.ts'
import type { Placed } from './export-placed.ts'
import type { KeyRow, TeacherRow } from './export-rows.ts'
import { programa } from './write-course.ts'
import { toYaml } from './write-yaml.ts'

const filled = <Value>(list: Value[]): Value[] | undefined => (list.length > 0 ? list : undefined)
const written = (text: string | null): string | undefined => text || undefined

function buttonsOf({ banners, botones }: LandingDocument, placed: Placed) {
  const [uno, dos] = banners.map(({ imagen, enlace }) => ({ imagen: placed.picture(imagen), enlace: written(enlace) }))
  const buttons = botones.flatMap(({ texto, enlace }, at) => [
    [`boton_${at + 1}`, texto],
    [`link_boton_${at + 1}`, written(enlace)],
  ])
  return {
    banner_uno: uno?.imagen,
    link_banner_uno: uno?.imagen && uno.enlace,
    banner_dos: dos?.imagen,
    link_banner_dos: dos?.imagen && dos.enlace,
    ...Object.fromEntries(buttons),
  }
}

const landingOf = ({ apertura, orden, bloques, testimonios, valoracion }: LandingDocument, placed: Placed) => ({
  apertura: apertura ?? undefined,
  orden,
  bloques: bloques.map((block) => ({ ...block, imagen: placed.picture(block.imagen) })),
  testimonios: filled(testimonios),
  valoracion: valoracion ?? undefined,
})

type Brand = typeof clientes.$inferSelect

/** Without the id, which belongs to the installation. */
export function brandFile(row: Brand, landing: LandingDocument, categorias: string[], placed: Placed): string {
  const { firma_nombre: nombre, firma_cargo: cargo } = row
  return toYaml({
    nombre: row.nombre,
    lema: written(row.lema),
    logo: placed.picture(row.logo),
    isotipo: placed.picture(row.isotipo),
    color_primario: row.color_primario,
    color_acento: row.color_acento,
    dominios: filled(row.dominios),
    razon_social: written(row.razon_social),
    ruc: written(row.ruc),
    direccion: written(row.direccion),
    telefono: written(row.telefono),
    correo: written(row.correo),
    redes: row.redes,
    categorias: filled(categorias),
    botones: buttonsOf(landing, placed),
    oferta: row.oferta_elegida ? row.oferta : undefined,
    descuento_referido: row.descuento_referido,
    devolucion_dias: row.devolucion_dias,
    devolucion_avance: row.devolucion_avance,
    examenes_desde: row.examenes_desde,
    firma: nombre && cargo ? { nombre, cargo, imagen: placed.picture(row.firma_imagen) } : undefined,
    texto_certificado: written(row.texto_certificado),
    portada: landingOf(landing, placed),
  })
}

export const pageFile = ({ titulo, markdown }: PageDocument): string => `---\n${toYaml({ titulo })}---\n${markdown}\n`

const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Names of prizes and topics: their own keys, otherwise what is readable of their names. */
function keysIn(rows: KeyRow[], otherwise: string): Map<number, { clave: string; programa: string | undefined }> {
  const isKey = (clave: string) => isSafeKey(clave) && KEY.test(clave)
  const draw = createNames(rows.map(({ clave }) => clave).filter(isKey))
  return new Map(
    rows.map(({ id, clave, nombre }) => {
      const name = isKey(clave) ? clave : draw(readable(nombre, otherwise))
      return [id, { clave: name, programa: programa(clave, name) }]
    }),
  )
}

export function prizesFile({ premios }: PrizesDocument, rows: KeyRow[], placed: Placed): string {
  const keys = keysIn(rows, 'premio')
  return toYaml({
    premios: premios.map(({ id, premio, puesto, imagen }) => {
      return { ...keys.get(Number(id)), puesto, premio, imagen: placed.picture(imagen) }
    }),
  })
}

export function topicsFile(topics: { id: number; documento: TopicDocument }[], rows: KeyRow[]): string {
  const keys = keysIn(rows, 'tema')
  return toYaml({
    temas: topics.map(({ id, documento: { nombre, descripcion, preguntas, plantillas } }) => ({
      ...keys.get(id),
      nombre,
      descripcion,
      preguntas: preguntas.map(({ opciones, ...question }) => ({ ...question, opciones: opciones ?? undefined })),
      plantillas,
    })),
  })
}

/** Incomplete, so that a load leaves alone the staff that it does not name. */
export function peopleFile(slug: string, teachers: TeacherRow[], placed: Placed): string {
  return toYaml({
    completo: false,
    docentes: teachers.map(({ correo, nombres, apellidos, profesion, foto, biografia }) => ({
      correo,
      marca: slug,
      nombres,
      apellidos,
      profesion: written(profesion),
      foto: placed.picture(foto),
      biografia: written(biografia),
    })),
  })
}
