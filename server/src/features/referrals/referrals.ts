import { randomInt } from 'node:crypto'
import type { ReferralCheck } from '@campus/contract/cart'
import { referralCode } from '@campus/contract/codes'
import { MAX_REFERRALS, OWN_CODE_TEXT, REFERRAL_LIMIT, UNKNOWN_CODE_TEXT } from '@campus/contract/order-rules'
import type { Referral } from '@campus/contract/referrals'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { subjectOf } from '../../kit/staff-access/staff-access.ts'
import { type Db, lock, query, sentBefore } from '../../platform/db/database.ts'
import { Failure, fail, invalid } from '../../platform/failures.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { type Limit, limit, refund, throttleAll } from '../../platform/http/throttle.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { callersBrand } from '../brands/brands.ts'
import { referidos } from './referrals.tables.ts'

const CODES_OF_ADDRESS = limit('referido_direccion', 60, 60 * 60)
const CODES_OF_PERSON = limit('referido_usuario', 20, 60 * 60)

/** `direccion` is the client's IP address. */
export type Shopper = { usuario: number | null; id_cliente: number; direccion: string }

/** The brand is the user's, or for guests that of the visit (docs/product/brands.md 2.2). */
export async function shopperOf({ brandOf }: Pick<Deps, 'brandOf'>, request: FastifyRequest): Promise<Shopper> {
  const { identity, ip } = request
  const id_cliente = await callersBrand(brandOf, request)
  return { usuario: identity?.id ?? null, id_cliente, direccion: ip }
}

/** Of letters alone, because anyone with the code reads it. */
export function firstNameOf(nombres: string): string | null {
  const [first = ''] = nombres.trim().split(/\s+/)
  return /^\p{L}[\p{L}\p{M}'’-]{0,39}$/u.test(first) ? first : null
}

const codeOfBrand = (db: Db, codigo: string, marca: number) =>
  db
    .select({
      id: referidos.id,
      id_usuario: referidos.id_usuario,
      nombres: usuarios.nombres,
      porcentaje: clientes.descuento_referido,
    })
    .from(referidos)
    .innerJoin(usuarios, eq(usuarios.id, referidos.id_usuario))
    .innerJoin(clientes, eq(clientes.id, usuarios.id_cliente))
    .where(and(eq(referidos.codigo, codigo), eq(usuarios.id_cliente, marca), eq(usuarios.estado, 1)))

/** `porcentaje` is the discount of the brand. */
export type UsableCode = { id: number; codigo: string; porcentaje: number }

const throttleKeys = ({ usuario, direccion }: Shopper): [Limit, string][] => [
  [CODES_OF_ADDRESS, direccion],
  ...(usuario ? [[CODES_OF_PERSON, String(usuario)] as [Limit, string]] : []),
]

/** Throttled before the lookup and refunded when right, so that codes cannot be enumerated (docs/product/shop.md 8.5). */
export async function guessing<Found>(db: Db, shopper: Shopper, find: () => Promise<Found>): Promise<Found> {
  await throttleAll(db, throttleKeys(shopper))
  const found = await find()
  for (const [rule, key] of throttleKeys(shopper)) await refund(db, rule, key)
  return found
}

/** @throws DATOS_INVALIDOS under `campo`, DEMASIADOS_INTENTOS */
export async function requireCode(
  db: Db,
  shopper: Shopper,
  typedCode: string,
  campo: string,
): Promise<UsableCode & { nombres: string }> {
  const codigo = referralCode(typedCode)
  if (!codigo) throw invalid(campo, UNKNOWN_CODE_TEXT)
  const code = await guessing(db, shopper, async () => {
    const [found] = await codeOfBrand(db, codigo, shopper.id_cliente)
    if (!found) throw invalid(campo, UNKNOWN_CODE_TEXT)
    return found
  })
  if (code.id_usuario === shopper.usuario) throw invalid(campo, OWN_CODE_TEXT)
  return { id: code.id, codigo, porcentaje: code.porcentaje, nombres: code.nombres }
}

/** {@link requireCode} as data, with the reason why a code cannot be used; `id` is null then. */
export async function checkCode(
  db: Db,
  shopper: Shopper,
  typedCode: string,
): Promise<ReferralCheck & { id: number | null }> {
  try {
    const { id, codigo, porcentaje } = await requireCode(db, shopper, typedCode, 'codigo')
    return { id, codigo, porcentaje, valido: true, motivo: null }
  } catch (error) {
    const expected = error instanceof Failure && ['DATOS_INVALIDOS', 'DEMASIADOS_INTENTOS'].includes(error.code)
    if (!expected) throw error
    return {
      id: null,
      codigo: referralCode(typedCode) ?? typedCode.toUpperCase(),
      porcentaje: 0,
      valido: false,
      motivo: error.message,
    }
  }
}

/** @throws SIN_PERMISO for another student's */
export async function listCodes(db: Db, identity: Identity, id: number): Promise<Referral[]> {
  return query<Referral>(
    db,
    sql`SELECT r.id, r.codigo, r.id_usuario AS estudiante_id, r.creado_en,
        (SELECT count(*) FROM ordenes o WHERE o.id_referido = r.id AND o.estado = 'pagada') AS usos,
        (SELECT coalesce(sum(p.puntos), 0) FROM puntos p
          WHERE p.id_usuario = r.id_usuario AND p.motivo = 'referido' AND p.detalle = r.codigo) AS puntos
      FROM referidos r JOIN usuarios u ON u.id = r.id_usuario
      WHERE r.id_usuario = ${subjectOf(identity, id)} AND u.id_cliente = ${identity.id_cliente} ORDER BY r.numero`,
  )
}

const drawCode = () => `REF${randomInt(REFERRAL_LIMIT)}`

type Place = { usuario: number; numero: number; envio: string | null }

/** Null when every code of the list is taken. */
async function takeFree(tx: Db, { usuario, numero, envio }: Place, codes: string[]): Promise<number | null> {
  const rows = await query<{ id: number }>(
    tx,
    sql`INSERT INTO referidos (codigo, id_usuario, numero, envio)
    SELECT t.codigo, ${usuario}::bigint, ${numero}::int, ${envio}::uuid FROM unnest(${sql.param(codes)}::text[]) WITH ORDINALITY t (codigo, position)
    WHERE NOT EXISTS (SELECT 1 FROM referidos r WHERE r.codigo = t.codigo) ORDER BY t.position LIMIT 1
    ON CONFLICT (codigo) DO NOTHING RETURNING id`,
  )
  return rows[0]?.id ?? null
}

type NewCode = { codigo?: string | null | undefined; envio?: string | null | undefined }

/** The requested code if free, otherwise a random one; once per `envio`. @throws SIN_PERMISO for staff, REFERIDOS_COMPLETOS */
export async function createCode(db: Db, identity: Identity, { codigo, envio = null }: NewCode): Promise<Referral> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  const requested = referralCode(codigo ?? '')
  const id = await db.transaction(async (tx) => {
    await lock(tx, 'referido', identity.id)
    const before = await sentBefore(tx, referidos, identity.id, envio)
    if (before) return before
    const count = await tx.$count(referidos, eq(referidos.id_usuario, identity.id))
    if (count >= MAX_REFERRALS) throw fail('REFERIDOS_COMPLETOS')
    const drawn = Array.from({ length: 32 }, drawCode)
    const place = { usuario: identity.id, numero: count + 1, envio }
    const first = await takeFree(tx, place, requested ? [requested, ...drawn] : drawn)
    // Another student has just taken that code.
    return first ?? (await takeFree(tx, place, Array.from({ length: 32 }, drawCode)))
  })
  const created = (await listCodes(db, identity, identity.id)).find((row) => row.id === id)
  if (!created) throw fail('NO_DISPONIBLE')
  return created
}
