import { DNI_TAKEN_TEXT } from '@campus/contract/registration'
import type { CorrectStudentBody, Student } from '@campus/contract/students.staff'
import { sql } from 'drizzle-orm'
import { audit, excerptOf, lastEdit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, hasCode, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { type Correction, correctStudent } from '../accounts/accounts.ts'
import { printName } from '../certificates/certificates.ts'
import { notify } from '../notifications/notifications.ts'
import { findStudent } from './students.ts'

const CORRECTIONS = limit('corregir_usuario', 120, 60 * 60)

/** PostgreSQL's code of a value that is taken. */
const TAKEN = '23505'

const fullName = ({ nombres, apellidos }: Pick<Correction, 'nombres' | 'apellidos'>): string =>
  `${nombres} ${apellidos}`

const isName = (field: string): boolean => field === 'nombres' || field === 'apellidos'

/** A name that was only guessed is given by writing the same. */
const changedFields = (before: Student, to: Correction): string[] =>
  (['nombres', 'apellidos', 'numero_documento', 'telefono'] as const).filter(
    (field) => (to[field] !== undefined && before[field] !== to[field]) || (before.falta_nombre && isName(field)),
  )

/** Says whose it is, to those who may read every document. @throws DATOS_INVALIDOS */
async function checkDocument(tx: Db, { id_cliente }: Identity, id: number, dni: string | null): Promise<void> {
  const [owner] = await query<{ correo: string }>(
    tx,
    sql`SELECT u.correo FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND u.tipo_documento = 'DNI'
      AND u.numero_documento = ${dni} AND u.id <> ${id}`,
  )
  if (owner) throw invalid('numero_documento', DNI_TAKEN_TEXT.replace('.', `: la de ${owner.correo}.`))
}

async function failStale(tx: Db, identity: Identity, id: number): Promise<never> {
  const datos = await findStudent(tx, identity, id)
  throw fail('CAMBIO_MIENTRAS', {
    actual: { datos, version: datos.version, ...(await lastEdit(tx, `usuario:${id}`)) },
  })
}

const TOLD: Record<string, string> = { numero_documento: 'tu documento', telefono: 'tu teléfono' }

function newsOf(fields: string[], to: Correction, certificates: number) {
  const [first = '', second] = fields
  if (!fields.some(isName)) return { mensaje: `Corregimos ${second ? 'tus datos' : TOLD[first]}` }
  const printed = ['', '\nAsí figura ya en tu certificado.', `\nAsí figura ya en tus ${certificates} certificados.`]
  return { mensaje: `Corregimos tu nombre${printed[Math.min(certificates, 2)]}`, asunto: fullName(to) }
}

type Correcting = { id: number; before: Student; to: Correction; fields: string[]; motivo: string }

/** Certificates first: issuing and revoking lock them before the account, too. */
async function write(tx: Db, identity: Identity, { id, before, to, fields, motivo }: Correcting): Promise<void> {
  const renamed = fields.some(isName)
  const save = async () => {
    if (!(await correctStudent(tx, id, to, before.version))) await failStale(tx, identity, id)
  }
  if (!renamed) await save()
  const certificates = renamed ? await printName(tx, id, to, save) : 0
  const detalle = { campos: fields, certificados: certificates, motivo: excerptOf(motivo) }
  await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    ...newsOf(fields, to, certificates),
    ruta: certificates > 0 ? '/miscertificados' : '/perfil',
    clave: `correccion:${id}:${before.version + 1}`,
    usuarios: [id],
  })
}

/**
 * Corrects a student's name, document and telephone, the name also on the certificates, and says so to them (docs/product/staff.md 14.4).
 * @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function correct(db: Db, identity: Identity, id: number, body: CorrectStudentBody): Promise<Student> {
  const { motivo, version, ...to } = body
  await throttle(db, CORRECTIONS, String(identity.id))
  const corrected = db.transaction(async (tx) => {
    const before = await findStudent(tx, identity, id)
    if (before.estado === 'eliminada') throw fail('NO_ENCONTRADO')
    if (before.version !== version) await failStale(tx, identity, id)
    if (to.numero_documento === null && before.numero_documento !== null)
      throw invalid('numero_documento', 'Escribe el DNI: el que tenía no se puede quitar.')
    const fields = changedFields(before, to)
    if (fields.length === 0) return before
    await checkDocument(tx, identity, id, to.numero_documento)
    await write(tx, identity, { id, before, to, fields, motivo })
    return findStudent(tx, identity, id)
  })
  return corrected.catch((error) => {
    // Given to another account a moment ago.
    throw hasCode(error, TAKEN) ? invalid('numero_documento', DNI_TAKEN_TEXT) : error
  })
}
