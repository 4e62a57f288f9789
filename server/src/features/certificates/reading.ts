import type { Certificate, Verification } from '@campus/contract/certificates'
import { certificateCode } from '@campus/contract/codes'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { countUse, type Limit, limit, throttle } from '../../platform/http/throttle.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'
import { certificados } from './certificates.tables.ts'
import { type Issued, issueCertificates, VERIFICATIONS } from './certificates.ts'

const AUDITED_VIEWS = limit('anotar_verificacion', 20, 60 * 60)

type Row = typeof certificados.$inferSelect

export function toCertificate(row: Row): Certificate {
  const pdf = `/api/certificados/${row.codigo_certificado}/pdf`
  return {
    ...row,
    pdf,
    certificado_lado_a: `${pdf}?lado=a`,
    certificado_lado_b: `${pdf}?lado=b`,
    imagen: `/api/certificados/${row.codigo_certificado}/imagen`,
    enlace: `/certificado/${row.codigo_certificado}`,
  }
}

// Other brands' students are invisible (docs/product/brands.md 1.2).
async function certificatesWhere(db: Db, identity: Identity, where: SQL | undefined): Promise<Certificate[]> {
  const rows = await db
    .select({ certificado: certificados })
    .from(certificados)
    .innerJoin(usuarios, eq(usuarios.id, certificados.id_usuario))
    .where(and(eq(usuarios.id_cliente, identity.id_cliente), taught(identity), where))
    .orderBy(desc(certificados.fecha_emision), desc(certificados.id))
  return rows.map((row) => toCertificate(row.certificado))
}

// Teachers see the certificates of their own courses.
function taught(identity: Identity): SQL | undefined {
  if (scopeOfIdentity(identity, 'alumnos.ver') !== 'propios') return undefined
  return sql`(${certificados.id_usuario} = ${identity.id} OR EXISTS (
    SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${certificados.id_curso} AND cd.id_usuario = ${identity.id}))`
}

export const certificatesOf = (db: Db, identity: Identity, idUsuario: number): Promise<Certificate[]> =>
  certificatesWhere(db, identity, eq(certificados.id_usuario, idUsuario))

export const activeCertificates = (db: Db, identity: Identity): Promise<Certificate[]> =>
  certificatesWhere(db, identity, and(eq(certificados.id_usuario, identity.id), eq(certificados.estado, 'vigente')))

async function certificateOf(db: Db, identity: Identity, idUsuario: number, scope: SQL | undefined) {
  const [found] = await certificatesWhere(db, identity, and(eq(certificados.id_usuario, idUsuario), scope))
  return found ?? null
}

export const moduleCertificate = (db: Db, identity: Identity, idModulo: number, idUsuario: number) =>
  certificateOf(db, identity, idUsuario, eq(certificados.id_modulo, idModulo))

export const courseCertificate = (db: Db, identity: Identity, idCurso: number, idUsuario: number) =>
  certificateOf(db, identity, idUsuario, and(eq(certificados.id_curso, idCurso), isNull(certificados.id_modulo)))

export type RequestedScope = { id_modulo?: number; id_curso?: number }

async function scopeOf(
  db: Db,
  identity: Identity,
  requested: RequestedScope,
): Promise<{ id_curso: number; id_modulo: number | null }> {
  const [row] = requested.id_modulo
    ? await db
        .select({ id_curso: cursos.id, id_modulo: modulos.id, marca: cursos.id_cliente })
        .from(modulos)
        .innerJoin(cursos, eq(cursos.id, modulos.id_curso))
        .where(eq(modulos.id, requested.id_modulo))
    : await db
        .select({ id_curso: cursos.id, id_modulo: sql<null>`NULL`, marca: cursos.id_cliente })
        .from(cursos)
        .where(eq(cursos.id, requested.id_curso ?? 0))
  if (row?.marca !== identity.id_cliente) throw fail('NO_ENCONTRADO')
  return { id_curso: row.id_curso, id_modulo: row.id_modulo }
}

async function issueFor(db: Db, identity: Identity, id_curso: number): Promise<Issued[]> {
  return db.transaction((tx) => issueCertificates(tx, [{ id_usuario: identity.id, id_curso }]))
}

async function ownById(db: Db, identity: Identity, id: number): Promise<Certificate> {
  const [row] = await db
    .select()
    .from(certificados)
    .where(and(eq(certificados.id, id), eq(certificados.id_usuario, identity.id)))
  if (!row) throw fail('NO_ENCONTRADO')
  return toCertificate(row)
}

/**
 * Issues the certificate if the student has earned it (docs/product/certificates.md 1.8).
 * @throws NO_ENCONTRADO, CERTIFICADO_NO_GANADO, FALTA_NOMBRE
 */
export async function requestCertificate(
  db: Db,
  identity: Identity,
  requested: RequestedScope,
): Promise<{ certificate: Certificate; created: boolean }> {
  const scope = await scopeOf(db, identity, requested)
  const issued = await issueFor(db, identity, scope.id_curso)
  const own = issued.find((row) => row.id_modulo === scope.id_modulo)
  if (!own) {
    const nameless = await db.$count(usuarios, and(eq(usuarios.id, identity.id), usuarios.falta_nombre))
    throw fail(nameless ? 'FALTA_NOMBRE' : 'CERTIFICADO_NO_GANADO')
  }
  return { certificate: await ownById(db, identity, own.id), created: own.novedad === 'generado' }
}

/** Raises the student's certificate to the best grade. @throws NO_ENCONTRADO */
export async function refreshCertificate(db: Db, identity: Identity, id: number): Promise<Certificate> {
  const own = await ownById(db, identity, id)
  await issueFor(db, identity, own.id_curso)
  return ownById(db, identity, id)
}

/**
 * Public; throttled by IP so that codes cannot be enumerated.
 * @throws DEMASIADOS_INTENTOS, CERTIFICADO_NO_DISPONIBLE for unknown and malformed codes alike
 */
export async function findByCode(db: Db, codigo: string, ip: string, rule: Limit = VERIFICATIONS) {
  await throttle(db, rule, ip)
  const code = certificateCode(codigo)
  if (!code) throw fail('CERTIFICADO_NO_DISPONIBLE')
  const [row] = await db
    .select({
      certificado: certificados,
      profesion: sql<string | null>`CASE WHEN ${usuarios.profesion_visible} THEN ${usuarios.profesion} END`,
      imagen: cursos.imagen,
      id_cliente: clientes.id,
      nombre_cliente: clientes.nombre,
    })
    .from(certificados)
    .innerJoin(usuarios, eq(usuarios.id, certificados.id_usuario))
    .innerJoin(cursos, eq(cursos.id, certificados.id_curso))
    .innerJoin(clientes, eq(clientes.id, cursos.id_cliente))
    .where(eq(certificados.codigo_certificado, code))
  if (!row) throw fail('CERTIFICADO_NO_DISPONIBLE')
  return row
}

/**
 * Public data only (docs/product/certificates.md 4.1); the audit trail records the first views of an hour.
 * @throws DEMASIADOS_INTENTOS, CERTIFICADO_NO_DISPONIBLE
 */
export async function verifyCertificate(db: Db, codigo: string, ip: string): Promise<Verification> {
  const { certificado, profesion, imagen, id_cliente, nombre_cliente } = await findByCode(db, codigo, ip)
  const objeto = `certificado:${certificado.codigo_certificado}`
  const limited = await countUse(db, AUDITED_VIEWS, certificado.codigo_certificado)
  if (!limited) await audit(db, 'certificado_verificado', { sobre: certificado.id_usuario, id_cliente, objeto })
  return {
    codigo_certificado: certificado.codigo_certificado,
    estado: certificado.estado,
    fecha_revocacion: certificado.fecha_revocacion,
    alumno: certificado.alumno,
    profesion,
    imagen,
    curso: certificado.curso,
    modulo: certificado.modulo,
    nota: certificado.nota,
    horas: certificado.horas,
    minutos: certificado.minutos,
    fecha_emision: certificado.fecha_emision,
    CursofechaInicio: certificado.fecha_inicio,
    CursofechaFin: certificado.fecha_fin,
    id_cliente,
    nombre_cliente,
  }
}
