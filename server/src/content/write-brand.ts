import type { LandingDocument, PageDocument, PrizesDocument, TopicDocument } from '@campus/contract/documents/site'
import type { clientes } from '../features/brands/brands.tables.ts'
import type { Placed } from './export-placed.ts'
import type { TeacherRow } from './export-rows.ts'
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
    descuento_venta: row.descuento_venta,
    dias_gracia: row.dias_gracia,
    devolucion_dias: row.devolucion_dias,
    devolucion_avance: row.devolucion_avance,
    examenes_desde: row.examenes_desde,
    firma: nombre && cargo ? { nombre, cargo, imagen: placed.picture(row.firma_imagen) } : undefined,
    texto_certificado: written(row.texto_certificado),
    portada: landingOf(landing, placed),
  })
}

export const pageFile = ({ titulo, markdown }: PageDocument): string => `---\n${toYaml({ titulo })}---\n${markdown}\n`

export const prizesFile = ({ premios }: PrizesDocument, placed: Placed): string =>
  toYaml({ premios: premios.map(({ puesto, premio, imagen }) => ({ puesto, premio, imagen: placed.picture(imagen) })) })

export const topicsFile = (topics: TopicDocument[]): string =>
  toYaml({
    temas: topics.map(({ nombre, descripcion, preguntas, plantillas }) => ({
      nombre,
      descripcion,
      preguntas: preguntas.map(({ opciones, ...question }) => ({ ...question, opciones: opciones ?? undefined })),
      plantillas,
    })),
  })

export function peopleFile(slug: string, teachers: TeacherRow[], placed: Placed): string {
  return toYaml({
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
