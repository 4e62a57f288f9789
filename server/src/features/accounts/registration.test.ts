import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aBrand, aDocument } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { encodeForm } from '../../../test/matrix.requests.ts'

const t = useApp()

const valid = (values = {}) => ({
  numero_documento: aDocument(),
  nombres: ' Rosa ',
  apellidos: 'Mamani Flores',
  correo: `${randomUUID()}@prueba.pe`,
  password: 'Clave-segura-1',
  password_confirmation: 'Clave-segura-1',
  ...values,
})

async function register(body: object, headers: Record<string, string> = {}) {
  await aBrand(t.deps.db, 2)
  await aBrand(t.deps.db, 3)
  return t.call('POST', '/api/auth/register', { body, headers })
}

describe('POST /api/auth/register', () => {
  it('creates a student of the page’s brand, logged in, whatever role and state are sent', async () => {
    const body = valid({
      tipo_cliente: 'Administrador',
      estado: 0,
      id_cliente: 1,
      tipo_documento: 'CE',
      codigo_alumno: 'X',
    })
    const answer = await register(body, { cookie: 'marca=3' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      message: 'Cuenta Creada',
      user: { nombres: 'Rosa', tipo_cliente: 'Alumno', id_cliente: 3, correo: body.correo },
    })
    const me = await t.call('GET', `/api/usuarios/${answer.body.user.id}`, { token: answer.body.token })
    expect(me.body.data).toMatchObject({ numero_documento: body.numero_documento, tipo_documento: 'DNI', estado: 1 })
    const [stored] = await t.database.sql`SELECT codigo_alumno FROM usuarios WHERE id = ${answer.body.user.id}`
    expect(stored).toEqual({ codigo_alumno: body.numero_documento })
    expect((await register(valid())).body.user.id_cliente).toBe(2)
  })

  it('reads a DNI with dots, blanks or digits of another script', async () => {
    const [dotted, arabic] = [aDocument(), aDocument()]
    const typed = [
      dotted.replace(/(..)(...)(...)/, ' $1.$2 $3\u200b'),
      arabic.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    ]
    const stored = []
    for (const numero_documento of typed) {
      const { user, token } = (await register(valid({ numero_documento }))).body
      stored.push((await t.call('GET', `/api/usuarios/${user.id}`, { token })).body.data.numero_documento)
    }
    expect(stored).toEqual([dotted, arabic])
  })

  it.each([
    ['O´Higgins', 'O’Higgins'],
    ['Sant`Anna', 'Sant’Anna'],
    ['García–Sayán', 'García-Sayán'],
    ["D'Angelo", "D'Angelo"],
    ['D’Angelo', 'D’Angelo'],
  ])('keeps the surname %s with the signs that certificates print', async (apellidos, stored) => {
    const answer = await register(valid({ apellidos }))
    expect([answer.status, answer.body.user?.apellidos]).toEqual([201, stored])
  })

  it('prefers the brand that the page names over the cookie of another tab', async () => {
    await aBrand(t.deps.db, 3)
    const headers = { cookie: 'marca=3' }
    const answer = await t.call('POST', '/api/auth/register?marca=2', { body: valid(), headers })
    expect([answer.status, answer.body.user.id_cliente]).toEqual([201, 2])
  })

  it('records the marketing consent, off unless ticked, with the text shown', async () => {
    const off = (await register(valid())).body.user.id
    const on = (await register(valid({ acepta_promociones: true }))).body.user.id
    const rows = await t.database
      .sql`SELECT id_usuario, aceptado, version, texto FROM consentimientos ORDER BY id_usuario`
    expect(rows.find((row) => row.id_usuario === off)).toMatchObject({ aceptado: false })
    expect(rows.find((row) => row.id_usuario === on)).toMatchObject({ aceptado: true, version: '2026-11' })
  })

  it.each([
    [{ numero_documento: '1234567' }, 'numero_documento', 'El DNI debe tener 8 dígitos.'],
    [{ numero_documento: 'ABCDEFGH' }, 'numero_documento', 'El DNI debe tener 8 dígitos.'],
    [{ numero_documento: '77777777' }, 'numero_documento', 'Revisa tu DNI: no es un solo dígito repetido.'],
    [{ nombres: '  ' }, 'nombres', 'Escribe tus nombres.'],
    [{ nombres: 'Ana123' }, 'nombres', 'Usa solo letras, espacios, apóstrofos, guiones y puntos.'],
    [{ nombres: '<b>Ana</b>' }, 'nombres', 'Usa solo letras, espacios, apóstrofos, guiones y puntos.'],
    [{ nombres: '--' }, 'nombres', 'Usa solo letras, espacios, apóstrofos, guiones y puntos.'],
    [{ apellidos: 'https://evil.example' }, 'apellidos', 'Usa solo letras, espacios, apóstrofos, guiones y puntos.'],
    [
      { nombres: 'ગીતા' },
      'nombres',
      'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.',
    ],
    [
      { nombres: 'محمد' },
      'nombres',
      'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.',
    ],
    [
      { nombres: '민수', apellidos: '李' },
      'apellidos',
      'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.',
    ],
    [
      { apellidos: 'Paz សុភា' },
      'apellidos',
      'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.',
    ],
    [
      { apellidos: 'Paz Ma\u0330ria' },
      'apellidos',
      'Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.',
    ],
    [{ apellidos: undefined }, 'apellidos', 'Escribe tus apellidos.'],
    [{ correo: 'no-es' }, 'correo', 'Escribe un correo válido.'],
    [
      { password: 'corta', password_confirmation: 'corta' },
      'password',
      'La contraseña debe tener como mínimo 8 caracteres.',
    ],
    [{ password_confirmation: 'otra-clave' }, 'password_confirmation', 'Las contraseñas no coinciden'],
  ])('refuses %j under its field', async (values, campo, text) => {
    const answer = await register(valid(values))
    expect([answer.status, answer.body.errors[campo]]).toEqual([422, [text]])
  })

  it.each([
    ['Ñusta María', "D'Angelo"],
    ['J. Élise', 'Quispe-Mamani'],
    ['Zoë', 'O’Higgins'],
    ['Мария', 'Хуарес'],
    ['Thị Ánh', 'Nguyễn'],
    ['明', '李'],
    ['Γιώργος', 'Παπαδόπουλος'],
    ['민수', '김'],
    ['さくら', '山田'],
    ['Ana 李', 'Paz'],
  ])('accepts the names %s %s', async (nombres, apellidos) => {
    expect((await register(valid({ nombres, apellidos }))).body.user).toMatchObject({ nombres, apellidos })
  })

  it('reports every error at once', async () => {
    const answer = await register(valid({ numero_documento: '7', correo: '', password_confirmation: 'otra-clave' }))
    expect(answer.body.errors).toEqual({
      numero_documento: ['El DNI debe tener 8 dígitos.'],
      correo: ['Escribe tu correo.'],
      password_confirmation: ['Las contraseñas no coinciden'],
    })
  })

  it('accepts one of 20 concurrent registrations with one email', async () => {
    const correo = `${randomUUID()}@prueba.pe`
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(valid({ correo }))))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const losers = answers.filter((answer) => answer.status !== 201)
    expect(losers.every((answer) => answer.body.errors?.correo?.[0] === 'Ya existe una cuenta con este correo.')).toBe(
      true,
    )
    const upper = await register(valid({ correo: correo.toUpperCase() }))
    expect(upper.body.errors).toEqual({ correo: ['Ya existe una cuenta con este correo.'] })
  })

  it('keeps a DNI unique within its brand only', async () => {
    const numero_documento = aDocument()
    expect((await register(valid({ numero_documento }))).status).toBe(201)
    const again = await register(valid({ numero_documento }))
    expect([again.status, again.body.errors]).toEqual([
      422,
      { numero_documento: ['Ya existe una cuenta con este DNI.'] },
    ])
    expect((await register(valid({ numero_documento }), { cookie: 'marca=3' })).status).toBe(201)
  })
})

describe('POST /api/usuarios', () => {
  async function send(values: object, photo?: Buffer) {
    await aBrand(t.deps.db, 2)
    const form = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
    const file = photo && { name: 'foto_perfil', bytes: photo }
    return t.call('POST', '/api/usuarios', await encodeForm({ form, file }))
  }
  const aPhoto = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#36c' } })
      .jpeg()
      .toBuffer()

  it('accepts the same as a form', async () => {
    const answer = await send(valid({ tipo_cliente: 'Docente' }))
    expect(answer.status).toBe(201)
    expect(answer.body.user).toMatchObject({ tipo_cliente: 'Alumno', id_cliente: 2, foto_perfil: null })
  })

  it('keeps the photo, which lives as long as the account', async () => {
    const { status, body } = await send(valid(), await aPhoto())
    expect(status).toBe(201)
    expect(body.user.foto_perfil).toMatch(/^\/api\/storage\/fotos\/[0-9a-f]{64}-1280\.webp$/)
    await t.database.sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`
    await t.deps.jobs.drain()
    expect((await t.call('GET', body.user.foto_perfil)).status).toBe(200)
    const me = await t.call('GET', `/api/usuarios/${body.user.id}`, { token: body.token })
    expect(me.body.data.foto_perfil).toBe(body.user.foto_perfil)
    const ended = { token: body.token, body: { password: 'Clave-segura-1' } }
    expect((await t.call('DELETE', `/api/usuarios/${body.user.id}`, ended)).status).toBe(200)
    await t.deps.jobs.drain()
    expect((await t.call('GET', body.user.foto_perfil)).status).toBe(404)
  })

  it('creates no account with a file that is no picture, and keeps no photo without an account', async () => {
    const refused = valid()
    expect((await send(refused, Buffer.from('<svg onload=alert(1)>'))).status).toBe(415)
    expect((await send(refused, (await aPhoto()).subarray(0, 300))).status).toBe(415)
    expect((await send(refused)).status).toBe(201)
    expect((await send(refused, await aPhoto())).body.errors).toEqual({
      numero_documento: ['Ya existe una cuenta con este DNI.'],
      correo: ['Ya existe una cuenta con este correo.'],
    })
    await t.database.sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`
    await t.deps.jobs.drain()
    const photos = readdirSync(join(t.deps.config.dataDir, 'archivos/fotos'), { recursive: true, withFileTypes: true })
    expect(photos.filter((entry) => entry.isFile())).toEqual([])
  })

  it('takes twenty photos an hour from one address', async () => {
    await t.database.sql`DELETE FROM limites`
    for (let n = 0; n < 20; n++) await send(valid({ correo: 'tomado@prueba.pe' }), Buffer.from('nada'))
    expect((await send(valid(), await aPhoto())).status).toBe(429)
    expect((await send(valid())).status).toBe(201)
  })
})
