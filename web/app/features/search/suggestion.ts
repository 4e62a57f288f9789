import type { SearchItem } from '@campus/contract/search'
import { coursePath, forumPath, lessonPath, modulesPath } from '../../lib/paths'

/** A suggestion; `parts` are the name before, in and after the match. */
export type Match = {
  item: SearchItem
  parts: [before: string, hit: string, after: string]
  curso: string | null
  /** A course of the catalogue that one does not have. */
  offered: boolean
  /** Where the text of a lesson has what was typed. */
  extracto?: string
}

const certificatePath = (code: string): string => `/certificado/${code}`

export const pathOf = ({ item, offered }: Match): string => (offered ? coursePath(item.id) : searchPath(item))

export function searchPath({ tipo, id, id_curso, id_modulo, codigo, codigo_certificado }: SearchItem): string {
  switch (tipo) {
    case 'Curso':
      // Only a finished course has one.
      return codigo_certificado ? certificatePath(codigo_certificado) : modulesPath(id)
    case 'Módulo':
      return modulesPath(id_curso ?? 0, id)
    case 'Lección':
      return lessonPath({ id_curso: id_curso ?? 0, id_modulo: id_modulo ?? 0, id_leccion: id })
    case 'Certificado':
      return certificatePath(codigo ?? '')
    case 'Foro':
      return forumPath(id)
  }
}
