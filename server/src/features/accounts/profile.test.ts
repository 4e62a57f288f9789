import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, PASSWORD } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

async function student(values = {}) {
  const person = await aPerson(t.deps.db, values)
  return { person, token: await t.tokenOf(person.id) }
}

/** Posts the form as a browser does. */
async function save(
  id: number,
  token: string | undefined,
  fields: Record<string, string>,
  photo?: { bytes: Buffer; name?: string },
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (photo) form.append('foto_perfil', new Blob([new Uint8Array(photo.bytes)]), photo.name ?? 'foto.jpg')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return t.call('POST', `/api/usuarios/${id}`, {
    token,
    body,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

const put = { _method: 'PUT' }
const login = (email: string, password: string) => t.call('POST', '/api/loginalumno', { body: { email, password } })

describe('POST /api/usuarios/{id} with _method=PUT', () => {
  it('is refused after thirty saves in ten minutes, and leaves no more lines in the trail', async () => {
    const { person, token } = await student()
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await save(person.id, token, { ...put, ciudad: `Lima ${n}` })).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    const [trail] = await t.database.sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM auditoria WHERE sobre = ${person.id} AND accion = 'perfil_cambiado'`
    expect(trail?.n).toBe(30)
  })

  it('keeps whether the verification of a certificate tells the profession: it does until it is hidden', async () => {
    const { student: person, token, exam } = await aStudentWithExam(t, { ofCourse: true })
    const { certificado } = await sit(t, exam, token)
    const told = async () =>
      (await t.call('GET', `/api/certificados/validacion/${certificado.codigo_certificado}`)).body.data.profesion
    const change = async (fields: Record<string, string>) =>
      (await save(person.id, token, { ...put, ...fields })).body.data
    expect(await told()).toBeNull()
    expect(await change({ profesion: 'Arquitecta' })).toMatchObject({ profesion_visible: true })
    expect(await told()).toBe('Arquitecta')
    expect(await change({ profesion_visible: '0' })).toMatchObject({
      profesion: 'Arquitecta',
      profesion_visible: false,
    })
    expect(await told()).toBeNull()
    expect(await change({ ciudad: 'Cusco' })).toMatchObject({ profesion_visible: false })
    await change({ profesion_visible: '1' })
    expect(await told()).toBe('Arquitecta')
    expect((await save(person.id, token, { ...put, profesion_visible: 'sí' })).status).toBe(422)
    const body = { password: PASSWORD }
    expect((await t.call('DELETE', `/api/usuarios/${person.id}`, { token, body })).status).toBe(200)
    expect(await told()).toBeNull()
  })

  it('saves the editable fields and ignores read-only and server-owned ones', async () => {
    const { person, token } = await student()
    const answer = await save(person.id, token, {
      ...put,
      telefono: '+51 999 888 777',
      ciudad: 'Cusco',
      profesion: ' Diseñadora ',
      fecha_nacimiento: '1999-02-28',
      nombres: 'Otra',
      correo: 'otra@prueba.pe',
      numero_documento: '11111111',
      tipo_cliente: 'Administrador',
      estado: '0',
      id_cliente: '1',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      message: 'Usuario Actualizado',
      data: { telefono: '+51 999 888 777', ciudad: 'Cusco', profesion: 'Diseñadora', fecha_nacimiento: '1999-02-28' },
    })
    expect(answer.body.data).toMatchObject({
      nombres: person.nombres,
      correo: person.correo,
      numero_documento: person.numero_documento,
      tipo_cliente: 'Alumno',
      id_cliente: 2,
      estado: 1,
    })
    const emptied = await save(person.id, token, { ...put, ciudad: '', fecha_nacimiento: '' })
    expect(emptied.body.data).toMatchObject({ ciudad: null, fecha_nacimiento: null, telefono: '+51 999 888 777' })
  })

  it('requires a token, the own id and the override `_method`', async () => {
    const { person, token } = await student()
    const other = await student()
    expect((await save(person.id, undefined, put)).status).toBe(401)
    expect((await save(person.id, other.token, put)).status).toBe(403)
    expect((await save(person.id, token, { ciudad: 'Lima' })).status).toBe(405)
    expect((await save(person.id, token, { _method: 'DELETE' })).status).toBe(405)
    expect((await t.call('POST', `/api/usuarios/${person.id}`, { token, body: put })).status).toBe(415)
  })

  it.each([
    [
      { password: 'nueva-clave', password_confirmation: 'otra-clave', password_actual: PASSWORD },
      'password_confirmation',
      'Las contraseñas no coinciden',
    ],
    [
      { password: 'corta', password_confirmation: 'corta', password_actual: PASSWORD },
      'password',
      'La contraseña debe tener como mínimo 8 caracteres.',
    ],
    [
      { password: 'nueva-clave', password_confirmation: 'nueva-clave' },
      'password_actual',
      'Escribe tu contraseña actual para cambiarla.',
    ],
    [
      { password: 'nueva-clave', password_confirmation: 'nueva-clave', password_actual: 'no-es' },
      'password_actual',
      'La contraseña actual no es correcta.',
    ],
    [{ fecha_nacimiento: '31/12/1999' }, 'fecha_nacimiento', 'La fecha de nacimiento no es válida.'],
    [{ fecha_nacimiento: '2999-01-01' }, 'fecha_nacimiento', 'La fecha de nacimiento no es válida.'],
    [{ telefono: 'llámame' }, 'telefono', 'El teléfono solo puede tener números, espacios y el signo +.'],
  ])('refuses %j under its field', async (fields, campo, text) => {
    const { person, token } = await student()
    const answer = await save(person.id, token, { ...put, ...fields } as Record<string, string>)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[campo]).toEqual([text])
    expect(answer.body.mensaje).toBe(text)
  })

  it('changes the password and ends the other sessions only', async () => {
    const { person, token } = await student()
    const elsewhere = await t.tokenOf(person.id)
    const fields = {
      ...put,
      password: 'nueva-clave-9',
      password_confirmation: 'nueva-clave-9',
      password_actual: PASSWORD,
    }
    expect((await save(person.id, token, fields)).status).toBe(200)
    expect((await t.call('GET', `/api/usuarios/${person.id}`, { token: elsewhere })).status).toBe(401)
    expect((await t.call('GET', `/api/usuarios/${person.id}`, { token })).status).toBe(200)
    expect((await login(person.correo, PASSWORD)).status).toBe(401)
    expect((await login(person.correo, 'nueva-clave-9')).status).toBe(200)
  })
})

describe('the photo', () => {
  let photo: Buffer
  beforeAll(async () => {
    photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c33' } })
      .withExif({ IFD0: { Copyright: 'secreto', Software: 'canario' } })
      .jpeg()
      .toBuffer()
  })

  it('is cropped square, re-encoded without its metadata and served with its own type', async () => {
    const { person, token } = await student()
    const answer = await save(person.id, token, put, { bytes: photo })
    expect(answer.status).toBe(200)
    const address = answer.body.data.foto_perfil
    const served = await t.call('GET', address)
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    const metadata = await sharp(served.raw).metadata()
    expect(metadata.width).toBe(metadata.height)
    expect(metadata.exif).toBeUndefined()
    expect(served.raw.includes('canario')).toBe(false)
  })

  it('keeps no bytes after the picture', async () => {
    const { person, token } = await student()
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const answer = await save(person.id, token, put, { bytes: polyglot })
    const served = await t.call('GET', answer.body.data.foto_perfil)
    expect(served.raw.includes('script')).toBe(false)
  })

  it.each([
    ['text', Buffer.from('hola, no soy una foto')],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    ],
    ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
    ['a picture cut in half', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')],
  ])('refuses %s', async (_kind, bytes) => {
    const { person, token } = await student()
    const answer = await save(person.id, token, put, { bytes, name: 'foto.png' })
    expect([answer.status, answer.body.message]).toEqual([415, 'El archivo debe ser una imagen.'])
  })

  it('rejects more than 24 megapixels and more than 5 MB, with a clear text', async () => {
    const { person, token } = await student()
    const bomb = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const huge = await save(person.id, token, put, { bytes: bomb })
    expect([huge.status, huge.body.message]).toEqual([415, 'La imagen puede tener hasta 24 megapíxeles.'])
    const heavy = await save(person.id, token, put, { bytes: Buffer.concat([photo, Buffer.alloc(5_000_000)]) })
    expect([heavy.status, heavy.body.message]).toEqual([413, 'La foto puede pesar hasta 5 MB.'])
  })
})

describe('open sessions', () => {
  it('are listed, ended one by one or all but this one; another’s is a 404', async () => {
    const { person, token } = await student()
    const second = await t.tokenOf(person.id)
    await t.tokenOf(person.id)
    const list = (await t.call('GET', '/api/accesos', { token })).body.data
    expect(list).toHaveLength(3)
    const current = list.find((one: { actual: boolean }) => one.actual)
    const intruder = await student()
    expect((await t.call('DELETE', `/api/accesos/${current.id}`, { token: intruder.token })).status).toBe(404)
    const other = (await t.call('GET', '/api/accesos', { token: second })).body.data.find(
      (one: { actual: boolean }) => one.actual,
    )
    expect((await t.call('DELETE', `/api/accesos/${other.id}`, { token })).status).toBe(200)
    expect((await t.call('GET', '/api/accesos', { token: second })).status).toBe(401)
    expect((await t.call('DELETE', '/api/accesos', { token })).status).toBe(200)
    expect((await t.call('GET', '/api/accesos', { token })).body.data).toHaveLength(1)
    expect((await t.call('GET', '/api/accesos')).status).toBe(401)
  })
})

describe('my data', () => {
  it('are exported whole, only the own and without secrets', async () => {
    const { person, token } = await student()
    const course = await aCourse(t.deps.db, { nombre: 'Mi curso' })
    await anEnrolment(t.deps.db, person.id, course.id)
    const answer = await t.call('GET', `/api/usuarios/${person.id}/datos`, { token })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="mis-datos.json"')
    expect(answer.body.usuario[0].correo).toBe(person.correo)
    expect(answer.body.matriculas[0].curso).toBe('Mi curso')
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|hash/)
    const admin = await student({ tipo_cliente: 'Administrador' })
    expect((await t.call('GET', `/api/usuarios/${person.id}/datos`, { token: admin.token })).status).toBe(403)
  })

  it('are deleted with the account, which requires the password', async () => {
    const { person, token } = await student({ telefono: '999888777' })
    const drop = (password: string) => t.call('DELETE', `/api/usuarios/${person.id}`, { token, body: { password } })
    const wrong = await drop('no-es-esta')
    expect([wrong.status, wrong.body.errors.password]).toEqual([422, ['La contraseña no es correcta.']])
    expect((await drop(PASSWORD)).status).toBe(200)
    expect((await t.call('GET', `/api/usuarios/${person.id}`, { token })).status).toBe(401)
    expect((await login(person.correo, PASSWORD)).status).toBe(401)
    const [row] = await t.database.sql`SELECT * FROM usuarios WHERE id = ${person.id}`
    expect(JSON.stringify(row)).not.toMatch(/Quispe|999888777/)
    const staff = await student({ tipo_cliente: 'Docente' })
    const refused = await t.call('DELETE', `/api/usuarios/${staff.person.id}`, {
      token: staff.token,
      body: { password: PASSWORD },
    })
    expect(refused.status).toBe(403)
  })
})
