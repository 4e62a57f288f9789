import { z } from 'zod'
import { Id } from '../common.ts'
import { unfinished, unfinishedHtml } from '../text-fields.ts'
import { isWritten } from '../texts.ts'

/** Of the document as JSON; the editor warns before it. */
export const MAX_DOCUMENT_BYTES = 1_000_000

/** Only the length is bounded, because unfinished text must be saved too. */
export const draftText = (most: number) => unfinished(most)

export const draftHtml = (most: number) => unfinishedHtml(most)

export const draftNumber = z.number().min(-1_000_000_000).max(1_000_000_000).nullable()

export const draftInt = z.int().min(-1_000_000_000).max(1_000_000_000).nullable()

/** The id of its row, or a name from the editor until the first publication assigns one. */
export const PartId = z.union([Id, z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)])
export type PartId = z.infer<typeof PartId>

/** Key of a file in the storage, from the response to its upload. */
export const storageKey = draftText(300).nullable()

export const isBlank = (text: string): boolean => !isWritten(text)
