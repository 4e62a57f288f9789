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
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { subjectOf } from '../../platform/http/access.ts'
import { Failure, fail, invalid } from '../../platform/http/failures.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { refund, type Throttle, throttle } from '../../platform/http/throttle.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { referidos } from './referrals.tables.ts'

/** Who checks a code: a guest of a brand, or one of its people; `direccion` is the client's address. */
export type Asker = { usuario: number | null; id_cliente: number; direccion: string }

/** The asker of a request: the brand is the person's, otherwise the visit's (contract section 3). */
export async function askerOf({ brandOf }: Pick<Deps, 'brandOf'>, request: FastifyRequest): Promise<Asker> {
  const { identity, ip } = request
  const id_cliente = identity?.id_cliente ?? (await brandOf(request)).id
  return { usuario: identity?.id ?? null, id_cliente, direccion: ip }
}

/** `" ref7"` is meant as `REF7`. */
const tidy = (codigo: string) => codigo.trim().toUpperCase()

const isCode = (codigo: string) => REFERRAL_CODE.test(codigo) && Number(codigo.slice(3)) < REFERRAL_LIMIT

const codeOfBrand = (db: Db, codigo: string, marca: number) =>
  db
    .select({ id: referidos.id, id_usuario: referidos.id_usuario, porcentaje: clientes.descuento_referido })
    .from(referidos)
    .innerJoin(usuarios, eq(usuarios.id, referidos.id_usuario))
    .innerJoin(clientes, eq(clientes.id, usuarios.id_cliente))
    .where(and(eq(referidos.codigo, codigo), eq(usuarios.id_cliente, marca), eq(usuarios.estado, 1)))

/** A referral code that may be used: its row, and the percentage that its brand takes off. */
export type UsableCode = { id: number; codigo: string; porcentaje: number }

const guarded = ({ usuario, direccion }: Asker): [Throttle, string][] => [
  ['referido_direccion', direccion],
  ...(usuario ? [['referido_usuario', String(usuario)] as [Throttle, string]] : []),
]

/**
 * The code that the asker may use, of their brand and not their own (contract section 4 "Referral"). Each try is counted before it is
 * looked up and refunded when it was right, so that 99999 codes cannot be enumerated and an honest cart is never limited.
 * @throws DATOS_INVALIDOS under `campo`, DEMASIADOS_INTENTOS
 */
export async function requireCode(db: Db, asker: Asker, typed: string, campo: string): Promise<UsableCode> {
  const codigo = tidy(typed)
  if (!isCode(codigo)) throw invalid(campo, UNKNOWN_CODE_TEXT)
  for (const [rule, key] of guarded(asker)) await throttle(db, rule, key)
  const [found] = await codeOfBrand(db, codigo, asker.id_cliente)
  if (!found) throw invalid(campo, UNKNOWN_CODE_TEXT)
  for (const [rule, key] of guarded(asker)) await refund(db, rule, key)
  if (found.id_usuario === asker.usuario) throw invalid(campo, OWN_CODE_TEXT)
  return { id: found.id, codigo, porcentaje: found.porcentaje }
}

/** {@link requireCode} as data: why a code cannot be used, also when too many were tried. */
export async function checkCode(db: Db, asker: Asker, typed: string): Promise<ReferralCheck> {
  try {
    const { codigo, porcentaje } = await requireCode(db, asker, typed, 'codigo')
    return { codigo, porcentaje, valido: true, motivo: null }
  } catch (error) {
    const expected = error instanceof Failure && ['DATOS_INVALIDOS', 'DEMASIADOS_INTENTOS'].includes(error.code)
    if (!expected) throw error
    return { codigo: tidy(typed), porcentaje: 0, valido: false, motivo: error.message }
  }
}

/** A student's codes, with the paid orders of each. @throws SIN_PERMISO when a student names another */
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

const draw = () => `REF${randomInt(REFERRAL_LIMIT)}`

/** Gives the student the first free code of these as their code number `numero`; null when all are taken. */
async function takeOne(tx: Db, usuario: number, numero: number, codes: string[]): Promise<number | null> {
  const rows = await query<{ id: number }>(
    tx,
    sql`INSERT INTO referidos (codigo, id_usuario, numero)
    SELECT t.codigo, ${usuario}::int, ${numero}::int FROM unnest(${sql.param(codes)}::text[]) WITH ORDINALITY t (codigo, lugar)
    WHERE NOT EXISTS (SELECT 1 FROM referidos r WHERE r.codigo = t.codigo) ORDER BY t.lugar LIMIT 1
    ON CONFLICT (codigo) DO NOTHING RETURNING id`,
  )
  return rows[0]?.id ?? null
}

/**
 * Gives the student a code: the one that was sent when it is well formed and free, otherwise one that the server draws. At most
 * two per student, also under concurrent requests.
 * @throws SIN_PERMISO for staff, REFERIDOS_COMPLETOS
 */
export async function createCode(db: Db, identity: Identity, sent: string | null | undefined): Promise<Referral> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  const wish = tidy(sent ?? '')
  const id = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('referido'), ${identity.id})`)
    const held = await tx.$count(referidos, eq(referidos.id_usuario, identity.id))
    if (held >= MAX_REFERRALS) throw fail('REFERIDOS_COMPLETOS')
    const drawn = Array.from({ length: 32 }, draw)
    const first = await takeOne(tx, identity.id, held + 1, isCode(wish) ? [wish, ...drawn] : drawn)
    // Another student took that code at this moment: try again with drawn codes only.
    return first ?? (await takeOne(tx, identity.id, held + 1, Array.from({ length: 32 }, draw)))
  })
  const made = (await listCodes(db, identity, identity.id)).find((code) => code.id === id)
  if (!made) throw fail('NO_DISPONIBLE')
  return made
}
