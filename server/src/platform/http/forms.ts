import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from './failures.ts'

/** A multipart form: its text fields and at most one file, in memory. */
export type Form = { fields: Record<string, string>; file: Buffer | null }

const MEGABYTES = Math.floor(MAX_PHOTO_BYTES / 1_000_000)

/**
 * Reads a multipart form with one optional file under the name `fileField`; other files are refused.
 * @throws TIPO_NO_ADMITIDO, DEMASIADO_GRANDE, SOLICITUD_INVALIDA
 */
export async function readForm(request: FastifyRequest, fileField: string): Promise<Form> {
  if (!request.isMultipart()) throw fail('TIPO_NO_ADMITIDO')
  const fields: Record<string, string> = {}
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === fileField) file = await part.toBuffer()
      else throw fail('SOLICITUD_INVALIDA')
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw fail('DEMASIADO_GRANDE', { message: `La foto puede pesar hasta ${MEGABYTES} MB.` })
    throw error
  }
  // An input of type file that was left empty sends a part of no bytes.
  return { fields, file: file?.length ? file : null }
}

/**
 * Checks a form's fields.
 * @throws DATOS_INVALIDOS with the texts by field
 */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const errors = z.flattenError(parsed.error).fieldErrors as Record<string, string[]>
  throw fail('DATOS_INVALIDOS', { errors, message: Object.values(errors)[0]?.[0] })
}
