import { z } from 'zod'
import { Id, oneOf } from './common.ts'
import { OwnPassword } from './team.ts'

/** The published content of the brand, or of one course, as content files. */
export const ExportBody = z.object({ id_curso: Id.nullish(), password: OwnPassword })
/** The link to the ZIP expires after a minute or two. */
export const ExportLink = oneOf(z.object({ enlace: z.string(), cursos: z.int(), fuera: z.array(z.string()) }))
