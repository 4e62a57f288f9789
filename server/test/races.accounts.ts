import { randomInt, randomUUID } from 'node:crypto'
import { createResetLink } from '../src/features/accounts/recovery.ts'
import { newToken } from '../src/features/accounts/sessions.ts'
import { aPerson, PASSWORD } from './builders.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'
import { aClass, answered, answeredOnly, aStudent, countIn, ofThose, type Race, together } from './races.track.ts'

/** Concurrent registrations of one mail, with one DNI and with others. */
export const registrations: Race = async (track) => {
  const person = aNewcomer()
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', '/auth/register', {
      body: { ...person, ...(n % 2 && { numero_documento: aNewcomer().numero_documento }) },
    }),
  )
  answered(replies, { 201: 1, '422 DATOS_INVALIDOS': track.parallel - 1 })
  const met = await countIn(track, 'SELECT count(*) AS n FROM usuarios WHERE correo = $1', [person.correo])
  return { people: { met, due: 1 } }
}

/** Below the throttle of an address. */
const FROM_ONE = 10

/** Concurrent uses of one recovery link: one password is set, and it is valid. */
export const resets: Race = async ({ t, copies, parallel }) => {
  const person = await aPerson(t.deps.db)
  const link = await createResetLink(t.deps.db, person.correo)
  const passwordOf = (n: number) => `${PASSWORD}-${n}`
  const replies = await together(parallel, (n) => {
    const password = passwordOf(n)
    const body = { token: link?.token, password, password_confirmation: password }
    const headers = { 'x-forwarded-for': `10.1.${Math.floor(n / FROM_ONE)}.1` }
    return copies.ask('PUT', `/actualizar-contrasena/${person.id}`, { body, headers })
  })
  answered(replies, { 200: 1, '422 ENLACE_INVALIDO': parallel - 1 })
  const password = passwordOf(replies.findIndex(({ status }) => status === 200))
  answered([await copies.ask('POST', '/loginalumno', { body: { email: person.correo, password } })], { 200: 1 })
  return {}
}

/** Cashiers copy links of people without a password while an earlier one is used: none outlives the new password. */
export const copiedLinks: Race = async (track) => {
  const { t, copies, parallel } = track
  const each = await Promise.all(
    Array.from({ length: Math.floor(parallel / 4) }, async () => {
      const { id } = await aPerson(t.deps.db, { clave_propia: false })
      const token = await t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)
      const copy = () => copies.ask('POST', `/gestion/usuarios/${id}/enlace`, { token, body: {} })
      const link = /token=([\w-]+)/.exec((await copy()).body.data.url)?.[1]
      const use = (address: string) => {
        const body = { token: link, password: PASSWORD, password_confirmation: PASSWORD }
        return copies.ask('PUT', `/actualizar-contrasena/${id}`, { body, headers: { 'x-forwarded-for': address } })
      }
      return { id, copy, use }
    }),
  )
  const [copied, used] = await Promise.all([
    Promise.all(each.flatMap(({ copy }) => [copy(), copy()])),
    Promise.all(each.flatMap(({ use }, n) => [use(`10.2.${n}.1`), use(`10.2.${n}.1`)])),
  ])
  answered(used, { 200: each.length, '422 ENLACE_INVALIDO': each.length })
  // Refused once the person has a password.
  answeredOnly(copied, ['200', '403 SIN_PERMISO'])
  const ids = each.map(({ id }) => id)
  const open = 'SELECT count(*) AS n FROM restablecimientos WHERE usado_en IS NULL AND id_usuario = ANY ($1)'
  return { 'links that open still': { met: await countIn(track, open, [ids]), due: 0 } }
}

/** Accounts that confirm one new mail at once, each twice, while the last of them is closed: one has it, once. */
export const mailChanges: Race = async (track) => {
  const { t, copies, parallel } = track
  const correo = `${randomUUID()}@prueba.pe`
  const staff = await t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
  const each = await Promise.all(
    Array.from({ length: Math.max(3, Math.floor(parallel / 4)) }, async () => {
      const { id } = await aPerson(t.deps.db)
      const { token, hash } = newToken()
      await t.database.sql`INSERT INTO verificaciones_correo (hash, id_usuario, correo, expira_en)
        VALUES (${hash}, ${id}, ${correo}, now() + interval '1 hour')`
      return { id, token }
    }),
  )
  const last = each.at(-1)?.id ?? 0
  const [replies, closed] = await Promise.all([
    together(2 * each.length, (n) => {
      const { id = 0, token } = each[n % each.length] ?? {}
      const headers = { 'x-forwarded-for': `10.3.${n}.1` }
      return copies.ask('POST', `/verificar-correo/${id}`, { body: { token }, headers })
    }),
    copies.ask('POST', `/gestion/alumnos/${last}/cierre`, { token: staff, body: { motivo: 'Lo pidió.' } }),
  ])
  answered([closed], { 200: 1 })
  answeredOnly(replies, ['200', '422 DATOS_INVALIDOS', '422 ENLACE_INVALIDO'])
  const won = replies.filter(({ status }) => status === 200).length
  const have = 'SELECT count(*) AS n FROM usuarios WHERE correo = $1'
  const left = 'SELECT count(*) AS n FROM verificaciones_correo WHERE id_usuario = $1'
  const closing = 'SELECT count(*) AS n FROM usuarios WHERE id = $1 AND estado = 0 AND correo LIKE $2'
  const closedOne = replies.some(({ status }, n) => status === 200 && each[n % each.length]?.id === last)
  return {
    // The one that was closed afterwards frees the mail, which another may take then.
    'accounts with the mail': { met: await countIn(track, have, [correo]), due: won - (closedOne ? 1 : 0) },
    'more than one at a time': { met: Number(won > (closedOne ? 2 : 1)), due: 0 },
    'links of the closed one': { met: await countIn(track, left, [last]), due: 0 },
    'the closed one': { met: await countIn(track, closing, [last, 'eliminada-%']), due: 1 },
  }
}

/** Sheets sent twice each: one number per form, without gaps. */
export const complaints: Race = async ({ copies, parallel }) => {
  const sheets = Array.from({ length: Math.floor(parallel / 2) }, aSheet)
  const replies = await together(2 * sheets.length, (n) =>
    copies.ask('POST', '/reclamos', { body: sheets[n % sheets.length] }),
  )
  answered(replies, { 201: sheets.length, 200: sheets.length })
  const ofSheet = sheets.map((_, at) => ofThose(replies, (n) => n % sheets.length === at))
  return {
    'numbers given': { met: new Set(replies.map(({ body }) => body.data.numero)).size, due: sheets.length },
    'sheets with one number': {
      met: ofSheet.filter((both) => new Set(both.map(({ body }) => body.data.numero)).size === 1).length,
      due: sheets.length,
    },
  }
}

/** Concurrent requests for codes: at most two per student, all distinct. */
export const referrals: Race = async (track) => {
  const { token } = await aStudent(track)
  const others = await aClass(track, Math.ceil(track.parallel / 5))
  const codigo = `REF${randomInt(99_999)}`
  const replies = await together(track.parallel, (n) =>
    track.copies.ask('POST', '/referidos', { token: n % 5 ? token : others[n / 5]?.token, body: { codigo } }),
  )
  const own = ofThose(replies, (n) => n % 5 !== 0)
  answered(own, { 201: 2, '409 REFERIDOS_COMPLETOS': own.length - 2 })
  answered(
    ofThose(replies, (n) => n % 5 === 0),
    { 201: others.length },
  )
  const codes = replies.flatMap(({ status, body }) => (status === 201 ? [body.data.codigo] : []))
  return {
    codes: { met: new Set(codes).size, due: 2 + others.length },
    'the code that all wished for': { met: codes.filter((code) => code === codigo).length, due: 1 },
  }
}
