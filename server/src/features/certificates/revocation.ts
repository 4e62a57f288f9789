import type { Certificate } from '@campus/contract/certificates'
import { certificateCode } from '@campus/contract/codes'
import { and, eq, sql } from 'drizzle-orm'
import { lastEdit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { award, withdrawPoints } from '../awards/awards.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { certificados } from './certificates.tables.ts'
import { notifyRevocation, scopeName, VALID } from './certificates.ts'
import { toCertificate } from './reading.ts'

async function lockCertificate(tx: Db, identity: Identity, codigo: string) {
  const [row] = await tx
    .select({ certificado: certificados })
    .from(certificados)
    .innerJoin(cursos, eq(cursos.id, certificados.id_curso))
    .where(
      and(
        eq(certificados.codigo_certificado, certificateCode(codigo) ?? ''),
        eq(cursos.id_cliente, identity.id_cliente),
      ),
    )
    .for('update', { of: certificados })
  if (!row) throw fail('NO_ENCONTRADO')
  return row.certificado
}

type Certified = typeof certificados.$inferSelect

/** A repeated press finds its own act; one that another person was faster with must not pass for it. @throws YA_RESUELTO */
async function requireOwnAct(tx: Db, identity: Identity, { codigo_certificado, estado }: Certified): Promise<void> {
  const [accion, verb] =
    estado === 'revocado'
      ? (['certificado_revocado', 'revocó'] as const)
      : (['certificado_restaurado', 'restauró'] as const)
  const { por } = await lastEdit(tx, `certificado:${codigo_certificado}`, { acciones: [accion] })
  if (por?.id === identity.id) return
  throw fail('YA_RESUELTO', por ? { message: `${por.nombre} ya ${verb} este certificado.` } : {})
}

/**
 * Revokes a certificate of the administrator's brand with its points, idempotently; one that a refund or a lowered grade
 * revoked keeps its date, but no longer returns by itself.
 * @throws NO_ENCONTRADO, YA_RESUELTO
 */
export async function revokeCertificate(
  db: Db,
  identity: Identity,
  codigo: string,
  motivo: string,
): Promise<Certificate> {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, identity, codigo)
    if (found.causa_revocacion === 'academia') {
      await requireOwnAct(tx, identity, found)
      return toCertificate(found)
    }
    const rows = await tx
      .update(certificados)
      .set({
        estado: 'revocado',
        fecha_revocacion: sql`coalesce(${certificados.fecha_revocacion}, now())`,
        motivo_revocacion: motivo,
        causa_revocacion: 'academia',
      })
      .where(eq(certificados.id, found.id))
      .returning()
    await withdrawPoints(tx, 'certificado', [{ usuario: found.id_usuario, clave: scopeName(found) }])
    await notifyRevocation(tx, 'certificado_revocado', rows, motivo)
    return toCertificate(rows[0] ?? found)
  })
}

/** Restores a certificate under the same code, and its points in their month. @throws NO_ENCONTRADO, YA_RESUELTO */
export async function restoreCertificate(
  db: Db,
  identity: Identity,
  codigo: string,
  motivo: string,
): Promise<Certificate> {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, identity, codigo)
    if (found.estado === 'vigente') {
      await requireOwnAct(tx, identity, found)
      return toCertificate(found)
    }
    const rows = await tx.update(certificados).set(VALID).where(eq(certificados.id, found.id)).returning()
    const detalle = found.modulo ?? found.curso
    await award(tx, { usuario: found.id_usuario, motivo: 'certificado', clave: scopeName(found), detalle })
    await notifyRevocation(tx, 'certificado_restaurado', rows, motivo)
    return toCertificate(rows[0] ?? found)
  })
}
