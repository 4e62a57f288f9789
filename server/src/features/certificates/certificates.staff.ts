import type { StudentCertificate } from '@campus/contract/certificates.staff'
import { sql } from 'drizzle-orm'
import { type List, listRows } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'

/** Fails for a student beyond the caller's reach. */
export type RequireStudent = (db: Db, identity: Identity, id: number) => Promise<void>

const CERTIFICATES: List<object> = {
  from: sql.raw('certificados ce'),
  id: sql.raw('ce.id'),
  columns: sql.raw(`ce.id, ce.codigo_certificado, ce.alumno, ce.curso, ce.modulo, ce.nota, ce.fecha_emision, ce.estado,
    ce.fecha_revocacion, ce.motivo_revocacion, ce.causa_revocacion`),
  sorts: { emision: { by: sql.raw('ce.fecha_emision'), type: 'timestamptz' } },
  defaultSort: '-emision',
  filters: {},
}

/** A student's, in the caller's courses. */
export const certificatesOfStudent = (db: Db, identity: Identity, id: number, desde: string | undefined) =>
  listRows<StudentCertificate, object>(
    db,
    CERTIFICATES,
    { desde },
    sql`ce.id_usuario = ${id} AND ${coursesInScope(identity, 'alumnos.ver', sql.raw('ce.id_curso'))}`,
  )
