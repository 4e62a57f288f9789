import { z } from 'zod'
import { Certificate } from './certificates.ts'
import { staffListOf } from './staff.ts'

/** `academia`: by hand. `correccion`: a lowered grade, until it is earned again. `devolucion`: a refund, until it is paid again. */
export const REVOCATION_CAUSES = ['academia', 'devolucion', 'correccion'] as const

/** A certificate of a student, for those who see their courses. */
export const StudentCertificate = Certificate.pick({
  id: true,
  codigo_certificado: true,
  alumno: true,
  curso: true,
  modulo: true,
  nota: true,
  fecha_emision: true,
  estado: true,
  fecha_revocacion: true,
  motivo_revocacion: true,
}).extend({ causa_revocacion: z.enum(REVOCATION_CAUSES).nullable() })
export type StudentCertificate = z.infer<typeof StudentCertificate>
export const StudentCertificates = staffListOf(StudentCertificate)
