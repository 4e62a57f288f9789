import type { Ticket } from '@campus/contract/support'
import { inboxHref } from '../blocks/inbox-page'

export const SUPPORT_PATH = '/gestion/soporte'

/** A ticket in the list of its state. */
export const ticketPath = (id: number, estado: Ticket['estado']): string =>
  inboxHref(SUPPORT_PATH, 1, estado === 'abierto' ? null : estado)(id)
