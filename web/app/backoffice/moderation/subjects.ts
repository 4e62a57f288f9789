import type { Report } from '@campus/contract/forums'

/** A text with all of its open reports, which one decision settles. */
export type Subject = {
  /** Of its oldest report, by which it is decided. */
  id: number
  autor: string
  contenido: string
  /** It is longer than shown. */
  recortado: boolean
  /** Deleted by its author meanwhile. */
  eliminado: boolean
  /** Its last edit. */
  editado: string | null
  /** The texts that were reported and are not the present one. */
  reportados: NonNullable<Report['reportado']>[]
  escrito: string
  foro: string
  esTema: boolean
  ruta: string
  reports: [Report, ...Report[]]
}

const keyOf = ({ post, id_foro }: Report) => (post ? `post-${post.id}` : `foro-${id_foro}`)
const nameOf = (person: { nombres: string; apellidos: string } | null | undefined) =>
  person ? `${person.nombres} ${person.apellidos}` : 'Sin autor'

function earlierTexts(reports: readonly Report[]): Subject['reportados'] {
  const texts = reports.flatMap(({ reportado }) => reportado ?? [])
  return [...new Map(texts.map((text) => [`${text.titulo} ${text.contenido}`, text])).values()]
}

function subjectOf([report, ...others]: [Report, ...Report[]]): Subject {
  const { id, post, tema, id_foro, foro } = report
  const text = post ?? tema
  return {
    id,
    autor: nameOf(text?.usuario),
    contenido: text?.contenido ?? '',
    recortado: post?.recortado ?? false,
    eliminado: report.eliminado,
    editado: text?.editado_en ?? null,
    reportados: earlierTexts([report, ...others]),
    escrito: text?.fecha ?? report.fecha,
    foro,
    esTema: post === null,
    ruta: post ? `/foro/${id_foro}?post=${post.id}#post-${post.id}` : `/foro/${id_foro}`,
    reports: [report, ...others],
  }
}

/** Reports of one text are one item, in the order of the oldest. */
export const subjectsOf = (reports: readonly Report[]): Subject[] =>
  [...Map.groupBy(reports, keyOf).values()].map((group) => subjectOf(group as [Report, ...Report[]]))
