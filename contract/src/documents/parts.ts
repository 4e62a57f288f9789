import { z } from 'zod'
import { Id } from '../common.ts'
import { unfinished, unfinishedHtml } from '../text-fields.ts'
import { isWritten } from '../texts.ts'

/** A document as JSON; the editor warns before it. */
export const MAX_DOCUMENT_BYTES = 1_000_000

/** Of a draft's text: only its length is bounded, because what is half written must be saved too. */
export const draftText = (most: number) => unfinished(most)

/** {@link draftText} of an editor's HTML. */
export const draftHtml = (most: number) => unfinishedHtml(most)

export const draftNumber = z.number().min(-1_000_000_000).max(1_000_000_000).nullable()

export const draftInt = z.int().min(-1_000_000_000).max(1_000_000_000).nullable()

/** Of a part: the id of its row, or a name drawn by the editor until the first publication gives it one. */
export const PartId = z.union([Id, z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)])
export type PartId = z.infer<typeof PartId>

/** Key of a file in the storage, as POST /gestion/archivos or a picture's upload answered it. */
export const storageKey = draftText(300).nullable()

export const isBlank = (text: string): boolean => !isWritten(text)
