import type { DocumentState as PublishedState } from '@campus/contract/documents/documents'
import { limaTime } from '../../lib/session-time'
import type { SaveState } from './document-store'

/** What the save of a document says, as it goes along. */
export function saveText(save: SaveState<unknown>): string {
  switch (save.kind) {
    case 'saving':
      return 'Guardando…'
    case 'saved':
      return `Guardado ${limaTime(save.at)}`
    case 'offline':
      return 'Sin conexión: guardado aquí'
    case 'failed':
    case 'refused':
      return 'No se pudo guardar'
    case 'stale':
      return 'Sin guardar: otra persona guardó cambios'
    default:
      return ''
  }
}

/** `short` stands in a row of a list, where a phone has little room. */
export type StateLook = { text: string; short: string; color: 'gray' | 'teal' | 'yellow' }

const LOOKS: Record<PublishedState, StateLook> = {
  sin_publicar: { text: 'Borrador sin publicar', short: 'Sin publicar', color: 'yellow' },
  publicado: { text: 'Publicado', short: 'Publicado', color: 'teal' },
  con_cambios: { text: 'Publicado con cambios pendientes', short: 'Con cambios', color: 'yellow' },
  oculto: { text: 'Oculto', short: 'Oculto', color: 'gray' },
  archivado: { text: 'Archivado', short: 'Archivado', color: 'gray' },
}

/** A change that was just saved makes a published document one with pending changes. */
export const stateLook = (state: PublishedState, changed: boolean): StateLook =>
  LOOKS[state === 'publicado' && changed ? 'con_cambios' : state]

/** *Rosa*, for the buttons that name another person. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
