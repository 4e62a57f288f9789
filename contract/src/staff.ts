import { z } from 'zod'
import { FailureBody, Id } from './common.ts'
import { PERMISSIONS, ROLES } from './permissions.ts'
import { line } from './text-fields.ts'

const Permission = z.enum(PERMISSIONS)
export const Role = z.enum(ROLES)

export const StaffMember = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  foto_perfil: z.string().nullable(),
  roles: z.array(Role),
  permisos: z.array(Permission),
  /** The permissions that reach only the courses that the person teaches. */
  solo_propios: z.array(Permission),
  marca: z.object({ id: Id, nombre: z.string() }),
})
export type StaffMember = z.infer<typeof StaffMember>

/** Keyset pages; `total` is exact up to 10,000. */
export const StaffListQuery = z.object({
  q: line(100).optional(),
  /** The column, with `-` for descending order. */
  orden: z.string().max(40).optional(),
  /** `siguiente` of the previous page. */
  desde: z.string().max(1000).optional(),
})

export const MAX_COUNTED = 10_000

export const staffListOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.object({ data: z.array(row), total: z.int(), siguiente: z.string().nullable() }) })

/** 409 to a stale save of a record or a document. */
export const staleOf = <T extends z.ZodType>(datos: T) =>
  z.object({
    message: z.string(),
    mensaje: z.string(),
    code: z.literal('CAMBIO_MIENTRAS'),
    actual: z.object({
      datos,
      version: z.int(),
      por: z.object({ id: Id, nombre: z.string() }).nullable(),
      en: z.string(),
    }),
  })

export const conflictOf = <T extends z.ZodType>(datos: T) => z.union([staleOf(datos), FailureBody])
