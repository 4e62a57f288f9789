import { z } from 'zod'
import { Email, Id, Instant, oneOf } from './common.ts'
import { eachOnce } from './lists.ts'
import { isPrintedTogether, PersonName, TOGETHER } from './registration.ts'
import { MAX_PASSWORD } from './rules.ts'
import { conflictOf, Role, StaffListQuery, staffListOf } from './staff.ts'

/** `invitado`: has not chosen a password yet. */
const STATES = ['activo', 'invitado', 'inactivo'] as const

export const TeamQuery = StaffListQuery.extend({
  rol: Role.optional(),
  estado: z.enum(STATES).optional(),
  orden: z.enum(['nombre', '-nombre', 'alta', '-alta']).optional(),
})
export type TeamQuery = z.infer<typeof TeamQuery>

export const TeamMember = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  correo: z.string(),
  foto_perfil: z.string().nullable(),
  roles: z.array(Role),
  cursos: z.int(),
  /** Their last login or use of an open session. */
  ultimo_acceso: Instant.nullable(),
  estado: z.enum(STATES),
  version: z.int(),
})
export type TeamMember = z.infer<typeof TeamMember>
export const TeamMembers = staffListOf(TeamMember)
export const OneTeamMember = oneOf(TeamMember)
export const TeamConflict = conflictOf(TeamMember)

const ROLES_TEXT = 'Elige al menos un rol.'
const Roles = eachOnce(z.array(Role, ROLES_TEXT).min(1, ROLES_TEXT).max(5), 'Cada rol va una sola vez.')

export const OWN_PASSWORD_TEXT = 'Escribe tu contraseña para continuar.'

export const OwnPassword = z
  .string(OWN_PASSWORD_TEXT)
  .min(1, OWN_PASSWORD_TEXT)
  .max(MAX_PASSWORD * 4)
export const WRONG_PASSWORD_TEXT = 'La contraseña no es correcta.'

export const Invited = z
  .object({
    nombres: PersonName('Escribe los nombres.'),
    apellidos: PersonName('Escribe los apellidos.'),
    correo: Email,
  })
  .refine(isPrintedTogether, TOGETHER)
export type Invited = z.infer<typeof Invited>

/** The mail contains a link to set a password. */
export const NewMember = Invited.extend({ roles: Roles })
export const InviteBody = NewMember.extend({ password: OwnPassword })
export type InviteBody = z.infer<typeof InviteBody>

/** Ends the person's sessions. */
export const TeamBody = z.object({
  roles: Roles,
  estado: z.enum(['activo', 'inactivo']),
  version: z.int().min(0),
  password: OwnPassword,
})
export type TeamBody = z.infer<typeof TeamBody>
