import { z } from 'zod'
import { Id, oneOf } from './common.ts'
import { OwnPassword } from './team.ts'

/** POST /gestion/exportar-carpeta: what is published of the brand, or of one course, as content files. */
export const ExportBody = z.object({ id_curso: Id.nullish(), password: OwnPassword })
/** Where the ZIP is, good for a minute or two. */
export const ExportLink = oneOf(z.object({ enlace: z.string(), cursos: z.int(), fuera: z.array(z.string()) }))
