import { randomInt } from 'node:crypto'
import type { ReferralCheck } from '@campus/contract/cart'
import {
  MAX_REFERRALS,
  OWN_CODE_TEXT,
  REFERRAL_CODE,
  REFERRAL_LIMIT,
  UNKNOWN_CODE_TEXT,
} from '@campus/contract/order-rules'
import type { Referral } from '@campus/contract/referrals'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { subjectOf } from '../../platform/http/access.ts'
import { Failure, fail, invalid } from '../../platform/http/failures.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { refund, type Throttle, throttle } from '../../platform/http/throttle.ts'

/** Who asks about a code: a visitor of a brand, or one of its people; `direccion` is where from. */
export type Asker = { usuario: number | null; id_cliente: number; direccion: string }

/** The asker of a request: the brand is the person's, else the visit's (contract section 3). */
export async function askerOf({ brandOf }: Pick<Deps, 'brandOf'>, request: FastifyRequest): Promise<Asker> {
  const { identity, ip } = request
  const id_cliente = identity?.id_cliente ?? (await brandOf(request)).id
  return { usuario: identity?.id ?? null, id_cliente, direccion: ip }
}

/** `" ref7"` is meant as `REF7`. */
const tidy = (codigo: string) => codigo.trim().toUpperCase()

const isCode = (codigo: string) => REFERRAL_CODE.test(codigo) && Number(codigo.slice(3)) < REFERRAL_LIMIT

const codeOfBrand = hotRows<{ id: number; id_usuario: number; porcentaje: number }>(
  'referido_de_marca',
  sql`SELECT r.id, r.id_usuario, c.descuento_referido AS porcentaje FROM referidos r JOIN usuarios u ON u.id = r.id_usuario
    JOIN clientes c ON c.id = u.id_cliente
    WHERE r.codigo = ${sql.placeholder('codigo')}::text AND u.id_cliente = ${sql.placeholder('marca')}::int AND u.estado = 1`,
)

/** A referral code that may be used: its row, and the percentage that its brand takes off. */
export type UsableCode = { id: number; codigo: string; porcentaje: number }

const guarded = ({ usuario, direccion }: Asker): [Throttle, string][] => [
  ['referido_direccion', direccion],
  ...(usuario ? [['referido_usuario', String(usuario)] as [Throttle, string]] : []),
]

/**
 * The code that the asker may use, of their brand and not their own (contract section 4 "Referral"). Only wrong codes are
 * counted, before it is known whether this one is: 99999 codes cannot be walked, and an honest cart is never held up.
 * @throws DATOS_INVALIDOS under `campo`, DEMASIADOS_INTENTOS
 */
export async function requireCode(db: Db, asker: Asker, typed: string, campo: string): Promise<UsableCode> {
  const codigo = tidy(typed)
  if (!isCode(codigo)) throw invalid(campo, UNKNOWN_CODE_TEXT)
  for (const [rule, key] of guarded(asker)) await throttle(db, rule, key)
  const [found] = await codeOfBrand(db, { codigo, marca: asker.id_cliente })
  if (!found) throw invalid(campo, UNKNOWN_CODE_TEXT)
  for (const [rule, key] of guarded(asker)) await refund(db, rule, key)
  if (found.id_usuario === asker.usuario) throw invalid(campo, OWN_CODE_TEXT)
  return { id: found.id, codigo, porcentaje: found.porcentaje }
}

/** {@link requireCode} as something to show: why a code is of no use is data, also when too many were tried. */
export async function checkCode(db: Db, asker: Asker, typed: string): Promise<ReferralCheck> {
  try {
    const { codigo, porcentaje } = await requireCode(db, asker, typed, 'codigo')
    return { codigo, porcentaje, valido: true, motivo: null }
  } catch (error) {
    const told = error instanceof Failure && ['DATOS_INVALIDOS', 'DEMASIADOS_INTENTOS'].includes(error.code)
    if (!told) throw error
    return { codigo: tidy(typed), porcentaje: 0, valido: false, motivo: error.message }
  }
}

const SHOWN = sql`r.id, r.codigo, r.id_usuario AS estudiante_id, r.creado_en,
  (SELECT count(*) FROM ordenes o WHERE o.id_referido = r.id AND o.estado = 'pagada')::int AS usos,
  (SELECT coalesce(sum(p.puntos), 0) FROM puntos p
    WHERE p.id_usuario = r.id_usuario AND p.motivo = 'referido' AND p.detalle = r.codigo)::int AS puntos`

const codesOfStudent = hotRows<Referral>(
  'referidos_de_usuario',
  sql`SELECT ${SHOWN} FROM referidos r JOIN usuarios u ON u.id = r.id_usuario
    WHERE r.id_usuario = ${sql.placeholder('usuario')}::int AND u.id_cliente = ${sql.placeholder('marca')}::int ORDER BY r.numero`,
)

/** A student's codes, with the paid orders of each. @throws SIN_PERMISO when a student names another */
export async function listCodes(db: Db, identity: Identity, id: number): Promise<Referral[]> {
  return codesOfStudent(db, { usuario: subjectOf(identity, id), marca: identity.id_cliente })
}

const draw = () => `REF${randomInt(REFERRAL_LIMIT)}`

/** The first of these codes that nobody has, written down as the student's code number `numero`; null when all are taken. */
async function takeOne(tx: Db, usuario: number, numero: number, codes: string[]): Promise<number | null> {
  const rows = await tx.execute<{ id: number }>(sql`
    INSERT INTO referidos (codigo, id_usuario, numero)
    SELECT t.codigo, ${usuario}::int, ${numero}::int FROM unnest(${sql.param(codes)}::text[]) WITH ORDINALITY t (codigo, lugar)
    WHERE NOT EXISTS (SELECT 1 FROM referidos r WHERE r.codigo = t.codigo) ORDER BY t.lugar LIMIT 1
    ON CONFLICT (codigo) DO NOTHING RETURNING id`)
  return rows[0]?.id ?? null
}

/**
 * Gives the student a code: the one that was sent when it is well formed and free, else one that the server draws. At most
 * two per student, also when asked for at once.
 * @throws SIN_PERMISO for staff, REFERIDOS_COMPLETOS
 */
export async function createCode(db: Db, identity: Identity, sent: string | null | undefined): Promise<Referral> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  const wish = tidy(sent ?? '')
  const id = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('referido'), ${identity.id})`)
    const there = await tx.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM referidos WHERE id_usuario = ${identity.id}`,
    )
    const held = there[0]?.n ?? 0
    if (held >= MAX_REFERRALS) throw fail('REFERIDOS_COMPLETOS')
    const drawn = Array.from({ length: 32 }, draw)
    const first = await takeOne(tx, identity.id, held + 1, isCode(wish) ? [wish, ...drawn] : drawn)
    // Another student took the very code in this moment: once more, with codes of the server's own.
    return first ?? (await takeOne(tx, identity.id, held + 1, Array.from({ length: 32 }, draw)))
  })
  const made = (await listCodes(db, identity, identity.id)).find((code) => code.id === id)
  if (!made) throw fail('NO_DISPONIBLE')
  return made
}
