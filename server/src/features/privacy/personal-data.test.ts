import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { exportData } from './personal-data.ts'

const t = useApp()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

/** What happens to a person's rows: where the copy has them, or why it has not; whether the end of the account leaves any, and why. */
type Fate = { copy: string; gone?: true; kept?: string } | { noCopy: string; gone?: true; kept?: string }

const STAFF = 'a student never stands in this column, and staff cannot delete their account'
const RECORD = 'the academy keeps the record of studies, on which certificates rest; the row names a number only'
const THREAD = 'others answered below it; its author is shown as a deleted account'

/** Every table with a user's data; a new one must be added here, to the export and to the deletion. */
const FATES: Record<string, Fate> = {
  usuarios: { copy: 'usuario', kept: 'the row stays as a number, emptied' },
  accesos: { copy: 'accesos', gone: true },
  restablecimientos: { copy: 'restablecimientos', gone: true },
  verificaciones_correo: { copy: 'verificaciones_correo', gone: true },
  roles_personal: { noCopy: STAFF, kept: STAFF },
  grupos: { noCopy: STAFF, kept: STAFF },
  consentimientos: { copy: 'consentimientos', kept: 'proves that what was done with the data was allowed' },
  suscripciones_calendario: { noCopy: 'a secret: it opens the calendar', gone: true },
  notificaciones: { copy: 'notificaciones', gone: true },
  notificaciones_contadas: { noCopy: 'which events the notifications of the copy count', gone: true },
  preferencias_notificacion: { copy: 'preferencias', gone: true },
  puntos: { copy: 'puntos', gone: true },
  puntos_mes: { noCopy: 'the sum of puntos', gone: true },
  puntos_retirados: { noCopy: 'the months of points that were taken back', gone: true },
  rankings_cerrados: { copy: 'rankings', gone: true },
  matriculas: { copy: 'matriculas', kept: RECORD },
  metas_estudio: { copy: 'meta_estudio', gone: true },
  progreso_lecciones: { copy: 'progreso', kept: RECORD },
  asistencias: { copy: 'asistencias', kept: RECORD },
  avances: { noCopy: 'computed from progreso, asistencias and evaluaciones', kept: RECORD },
  avances_cambios: { noCopy: 'which avances are behind', kept: RECORD },
  detalle_evaluacion: { copy: 'evaluaciones', kept: RECORD },
  respuestas: { copy: 'respuestas', kept: RECORD },
  encuestas_respondidas: { copy: 'encuestas', gone: true },
  certificados: { copy: 'certificados', kept: 'third parties verify it: it keeps the name that it was issued to' },
  comentarios: { copy: 'comentarios', kept: THREAD },
  comentario_likes: { copy: 'me_gusta_comentarios', kept: 'a count without a name' },
  foros: { copy: 'foros', kept: THREAD },
  posts_foro: { copy: 'publicaciones', kept: THREAD },
  likes_foro: { copy: 'me_gusta_foros', kept: 'a count without a name' },
  likes_post_foro: { copy: 'me_gusta_publicaciones', kept: 'a count without a name' },
  lecturas_foro: { copy: 'lecturas_foros', gone: true },
  reportes_post: { copy: 'reportes', kept: 'what staff decided rests on it' },
  textos_sin_enviar: { copy: 'borradores', gone: true },
  imagenes_foro: { copy: 'imagenes_foros', kept: 'posts that stay show them; the next sweep deletes the others' },
  prompts_generados: { copy: 'prompts', gone: true },
  ordenes: { copy: 'compras', kept: 'tax law: five years' },
  orden_devoluciones: { copy: 'compras', kept: 'why money went back: as the order' },
  caja_movimientos: { noCopy: STAFF, kept: STAFF },
  cierres_de_caja: { noCopy: STAFF, kept: STAFF },
  comprobantes: { copy: 'compras', kept: 'tax law: as the order' },
  movimientos: { copy: 'compras', kept: 'tax law: as the order' },
  devoluciones: { noCopy: 'what staff did; its money is in compras', kept: 'tax law: as the order' },
  correos_de_ventas: { noCopy: STAFF, kept: STAFF },
  cupones: { noCopy: STAFF, kept: STAFF },
  cupon_usos: { copy: 'compras', kept: 'tax law: as the order' },
  referidos: { copy: 'referidos', kept: 'orders rest on it; the code of a closed account is of no use' },
  notas_alumno: { copy: 'notas', gone: true },
  tickets_soporte: { copy: 'soporte', kept: 'numbers have no gaps; its texts are taken out' },
  auditoria: { copy: 'auditoria', kept: 'two years, for security; it names a number only' },
  reclamos: {
    noCopy: 'known by its mail, which no one proves to own: the copy would open another person’s sheet',
    kept: 'the law of the complaints book',
  },
  borradores: { noCopy: STAFF, kept: STAFF },
  versiones: { noCopy: STAFF, kept: STAFF },
  trabajos: { noCopy: STAFF, kept: STAFF },
  curso_docentes: { noCopy: STAFF, kept: STAFF },
  clientes: { noCopy: 'the mail, telephone and address of the academy', kept: 'not a person' },
}

/**
 * The texts and days in the tables that the copy reads. A new one is added here once the copy has it, or must not, and the
 * deletion empties it, or may keep it: no other test would notice that it does neither.
 */
const DECIDED: Record<string, string> = {
  accesos: 'agente hash ip',
  auditoria: 'accion detalle direccion objeto solicitud',
  certificados:
    'alumno causa_revocacion codigo_certificado contenidos curso estado fecha_fin fecha_inicio modulo motivo_revocacion',
  comentarios: 'comentario',
  comprobantes: 'direccion documento numero razon_social tipo tipo_documento',
  consentimientos: 'texto tipo version',
  foros: 'contenido descripcion texto tipo_foro titulo',
  imagenes_foro: 'ruta',
  lecturas_foro: 'seguimiento visto_dia',
  matriculas: 'estado fecha_vencimiento suspendida_por',
  notas_alumno: 'texto',
  notificaciones: 'asunto autores clave correo evento grupo mensaje ruta tipo',
  orden_devoluciones: 'motivo respuesta resultado',
  movimientos: 'dia id_pasarela medio motivo operacion origen tipo',
  ordenes: 'estado huella id_preferencia init_point moneda motivo pasarela',
  posts_foro: 'contenido texto',
  preferencias_notificacion: 'evento',
  prompts_generados: 'respuestas resultados',
  puntos: 'clave detalle mes motivo',
  rankings_cerrados: 'apellido mes nombre pais',
  referidos: 'codigo',
  reportes_post: 'decision detalle motivo razon',
  respuestas: 'comentario parejas respuesta seleccion',
  restablecimientos: 'hash tipo',
  textos_sin_enviar: 'clave contenido',
  tickets_soporte: 'estado mensaje respuesta tema',
  usuarios:
    'apellidos biography busqueda ciudad codigo_alumno correo direccion fecha_nacimiento foto_perfil nombres numero_documento pais password_hash profesion telefono tipo_cliente tipo_documento',
  verificaciones_correo: 'correo hash',
}

/** Columns that identify a person. */
const PERSONAL =
  'usuario|alumno|docente|^sobre$|_por$|correo|mail|documento|telefono|domicilio|^direccion$|nombres|apellido|nacimiento|^ip$'

/** Columns with such a name that identify no one. */
const NOT_PERSONAL = new Set([
  'notificaciones.correo',
  'preferencias_notificacion.correo',
  'intentos_evaluacion.cerrado_por_tiempo',
])

async function personalTables(): Promise<string[]> {
  const rows = await t.database.sql<{ tabla: string; columna: string }[]>`
    SELECT c.table_name AS tabla, c.column_name AS columna FROM information_schema.columns c
      JOIN information_schema.tables b USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND b.table_type = 'BASE TABLE' AND c.column_name ~ ${PERSONAL}
    UNION SELECT r.conrelid::regclass::text, a.attname FROM pg_constraint r
      JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = ANY (r.conkey)
    WHERE r.contype = 'f' AND r.confrelid = 'usuarios'::regclass`
  const found = rows.filter(({ tabla, columna }) => !NOT_PERSONAL.has(`${tabla}.${columna}`))
  return [...new Set(found.map(({ tabla }) => tabla))].sort()
}

const copyOf = (id: number, token: string) => t.call('GET', `/api/usuarios/${id}/datos`, { token })

/** A student with rows in every table; each text contains `mark`. */
async function aLivedAccount() {
  const { sql, db } = t.database
  const mark = `huella-${randomUUID()}`
  const marked = (what: string) => `${mark} ${what}`
  const person = await aPerson(db, {
    nombres: marked('nombre'),
    telefono: marked('telefono'),
    direccion: marked('direccion'),
    ciudad: marked('ciudad'),
    profesion: marked('profesion'),
    biography: marked('biografía'),
    fecha_nacimiento: '1990-05-17',
  })
  const { id } = person
  const token = await t.tokenOf(id)
  const course = await aCourse(db, { nombre: `Curso ${randomUUID()}` })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  await anEnrolment(db, id, course.id)
  const exam = await anExam(db, { id_curso: course.id })
  const survey = await anExam(db, { id_curso: course.id, modelo: 2 })
  const idOf = ([row]: readonly object[]) => Number(row && 'id' in row && row.id)

  await t.call('GET', '/api/calendario/suscripcion', { token })
  await t.call('POST', '/api/enviar-soporte', { token, body: { mensaje: marked('soporte') } })
  await t.call('POST', '/api/comentarios', { token, body: { id_leccion: lesson, comentario: marked('comentario') } })
  await t.call('PUT', '/api/notificaciones/preferencias', {
    token,
    body: { evento: 'mencion', campus: true, correo: true },
  })
  await sql`INSERT INTO consentimientos (id_usuario, tipo, version, texto, aceptado) VALUES (${id}, 'promociones', '1', 'Acepto', true)`
  await sql`INSERT INTO restablecimientos (hash, id_usuario, expira_en) VALUES (${Buffer.from(randomUUID())}, ${id}, now())`
  await sql`INSERT INTO verificaciones_correo (hash, id_usuario, expira_en) VALUES (${Buffer.from(randomUUID())}, ${id}, now())`
  await sql`INSERT INTO verificaciones_correo (hash, id_usuario, correo, expira_en)
    VALUES (${Buffer.from(randomUUID())}, ${id}, ${`${mark}@prueba.pe`}, now())`
  const author = await aPerson(db, { roles: ['soporte'] })
  await sql`INSERT INTO notas_alumno (id_usuario, texto, por, envio) VALUES (${id}, ${marked('nota')}, ${author.id}, ${randomUUID()})`
  await sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave) VALUES (${id}, 'Otro', ${marked('aviso')}, 'x')`
  await sql`INSERT INTO notificaciones_contadas (id_usuario, clave) VALUES (${id}, 'x')`
  await sql`INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, detalle, puntos, mes)
    VALUES (2, ${id}, 'foro', 'x', ${marked('puntos')}, 5, '2026-10-01')`
  await sql`INSERT INTO puntos_retirados (id_usuario, motivo, clave, mes) VALUES (${id}, 'examen', '1', '2026-10-01')`
  await sql`INSERT INTO rankings_cerrados (id_cliente, mes, puesto, id_usuario, nombre, apellido, pais, puntos)
    VALUES (2, '2026-09-01', ${id % 1000}, ${id}, ${person.nombres}, 'Quispe', 'PE', 5)`
  await sql`INSERT INTO metas_estudio (id_usuario) VALUES (${id})`
  await sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion) VALUES (${id}, ${lesson})`
  await sql`INSERT INTO asistencias (usuario_id, leccion_id) VALUES (${id}, ${lesson})`
  const detail = idOf(
    await sql`INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno) VALUES (${exam.id}, ${id}) RETURNING id`,
  )
  const attempt = idOf(
    await sql`INSERT INTO intentos_evaluacion (id_detalle, numero, limite, preguntas, nota_maxima)
      VALUES (${detail}, 1, now(), '[]', 20) RETURNING id`,
  )
  await sql`INSERT INTO respuestas (id_intento, id_pregunta, respuesta) VALUES (${attempt}, 1, ${marked('respuesta')})`
  await sql`INSERT INTO encuestas_respondidas (id_evaluacion, id_alumno) VALUES (${survey.id}, ${id})`
  const letters = Array.from(String(id).slice(-9), (digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')
  await sql`INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
    VALUES (${id}, ${course.id}, ${`CERT-${letters}`}, ${person.nombres}, 'Curso', 20, 4, '2026-01-01', '2026-02-01')`
  const forum = idOf(
    await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto)
      VALUES (2, ${id}, 'curso', ${course.id}, ${marked('foro')}, 'x', 'x') RETURNING id`,
  )
  const [post, dropped] = [marked('publicación'), marked('publicación borrada')].map(async (text) =>
    idOf(
      await sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) VALUES (${forum}, ${id}, ${text}, ${text}) RETURNING id`,
    ),
  )
  await sql`UPDATE posts_foro SET eliminado_en = now(), eliminado_por = ${id} WHERE id = ${(await dropped) ?? 0}`
  const idPost = (await post) ?? 0
  await sql`INSERT INTO versiones_post (id_post, contenido) VALUES (${idPost}, ${marked('versión')})`
  await sql`INSERT INTO versiones_post (id_foro, contenido) VALUES (${forum}, ${marked('versión del tema')})`
  await sql`INSERT INTO imagenes_foro (id_usuario, ruta) VALUES (${id}, ${`/api/storage/imagenes/${id}`})`
  await sql`INSERT INTO likes_post_foro (id_post, id_usuario) VALUES (${idPost}, ${id})`
  await sql`INSERT INTO likes_foro (id_foro, id_usuario) VALUES (${forum}, ${id})`
  await sql`INSERT INTO comentario_likes (id_comentario, id_usuario) SELECT id, id_usuario FROM comentarios WHERE id_usuario = ${id}
    ON CONFLICT DO NOTHING`
  await sql`INSERT INTO lecturas_foro (id_usuario, id_foro, seguimiento) VALUES (${id}, ${forum}, 'siguiendo') ON CONFLICT DO NOTHING`
  await sql`INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo, detalle) VALUES (2, ${idPost}, ${id}, 'spam', ${marked('reporte')})`
  await sql`INSERT INTO textos_sin_enviar (id_usuario, clave, contenido) VALUES (${id}, 'foro:1', ${marked('borrador')})`
  const topic = idOf(await sql`INSERT INTO temas_prompt (id_cliente, nombre) VALUES (2, 'Tema') RETURNING id`)
  await sql`INSERT INTO prompts_generados (id_usuario, id_tema, respuestas, resultados)
    VALUES (${id}, ${topic}, ${JSON.stringify({ a: marked('prompt') })}::text::jsonb, '[]')`
  await sql`INSERT INTO referidos (codigo, id_usuario, numero) VALUES (${`REF${id % 10_000}`}, ${id}, 1)`
  await sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela)
    VALUES (${randomUUID()}, 2, ${id}, 'x', 100, 100, 'sandbox')`
  await sql`INSERT INTO auditoria (accion, id_cliente, id_usuario, sobre) VALUES ('perfil_cambiado', 2, ${id}, ${id})`
  return { id, token, correo: person.correo, mark }
}

/** The columns, `tabla.columna`, that contain a text. */
async function columnsWith(text: string): Promise<string[]> {
  const columns = await t.database.sql<{ tabla: string; columna: string }[]>`
    SELECT c.table_name AS tabla, c.column_name AS columna FROM information_schema.columns c
      JOIN information_schema.tables b USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND b.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb', 'json')`
  const found: string[] = []
  for (const { tabla, columna } of columns) {
    const { rowCount } = await t.database.pool.query(
      `SELECT 1 FROM "${tabla}" WHERE strpos("${columna}"::text, $1) > 0 LIMIT 1`,
      [text],
    )
    if (rowCount) found.push(`${tabla}.${columna}`)
  }
  return found.sort()
}

const GONE = Object.keys(FATES).filter((table) => FATES[table]?.gone)

async function rowsOf(tables: string[]): Promise<Record<string, number>> {
  const counts = tables.map(async (table) => {
    const [row] = await t.database.sql.unsafe(`SELECT count(*)::int AS n FROM "${table}"`)
    return [table, row?.n] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

describe('every table with a person', () => {
  it('is listed, with what the export and the deletion do with it', async () => {
    expect(Object.keys(FATES).sort()).toEqual(await personalTables())
    for (const fate of Object.values(FATES)) expect(fate.gone || fate.kept).toBeTruthy()
  })

  it('has no text that the export and the deletion do not know', async () => {
    const copied = Object.keys(FATES).filter((table) => FATES[table] && 'copy' in FATES[table])
    const rows = await t.database.sql<{ tabla: string; columnas: string }[]>`
      SELECT table_name AS tabla, string_agg(column_name, ' ' ORDER BY column_name) AS columnas
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY (${copied}::text[])
        AND data_type IN ('text', 'jsonb', 'bytea', 'date', 'ARRAY') GROUP BY 1`
    expect(Object.fromEntries(rows.map(({ tabla, columnas }) => [tabla, columnas]))).toEqual(DECIDED)
  })

  it('is in the export, with the rows of one user', async () => {
    const lived = await aLivedAccount()
    const { status, body } = await copyOf(lived.id, lived.token)
    expect(status).toBe(200)
    const parts = Object.values(FATES).flatMap((fate) => ('copy' in fate ? [fate.copy] : []))
    expect(parts.filter((part) => !body[part]?.length)).toEqual([])
    expect(Object.keys(body).filter((part) => !parts.includes(part))).toEqual(['publicaciones_anteriores'])
    const texts = [
      'nota',
      'foro',
      'publicación',
      'versión',
      'borrador',
      'prompt',
      'soporte',
      'comentario',
      'reporte',
      'respuesta',
    ]
    for (const text of texts) expect(JSON.stringify(body)).toContain(`${lived.mark} ${text}`)
    expect(body.verificaciones_correo.map(({ correo }: { correo: string | null }) => correo)).toEqual([
      null,
      `${lived.mark}@prueba.pe`,
    ])
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|hash|secreto/)
    const other = await aPerson(t.deps.db)
    const { body: others } = await copyOf(other.id, await t.tokenOf(other.id))
    expect(JSON.stringify(others)).not.toContain(lived.mark)
    expect(Object.keys(others)).toEqual(Object.keys(body))
  })

  it('shows its owner the networks of their own acts alone', async () => {
    const { sql } = t.database
    const [{ id }, staff] = [await aPerson(t.deps.db), await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })]
    await sql`INSERT INTO auditoria (accion, id_cliente, id_usuario, sobre, direccion)
      VALUES ('gestion', 2, ${staff.id}, ${id}, '10.9.9.0/24'), ('perfil_cambiado', 2, ${id}, ${id}, '10.8.8.0/24')`
    const { body } = await copyOf(id, await t.tokenOf(id))
    const networks = body.auditoria.map(({ direccion }: { direccion: string | null }) => direccion)
    expect(networks).toEqual([null, '10.8.8.0/24'])
  })

  it('is emptied at night of what requests under way wrote for an account that was being deleted', async () => {
    const before = await rowsOf(GONE)
    const { sql } = t.database
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const body = { titulo: 'Hola', contenido: '<p>Hola</p>', tipo_foro: 'general' }
    const foro = (await t.call('POST', '/api/foros', { token, body })).body.data.id
    await t.call('DELETE', `/api/usuarios/${id}`, { token, body: { password: PASSWORD } })
    await sql`INSERT INTO textos_sin_enviar (id_usuario, clave, contenido) VALUES (${id}, 'tarde', '<p>Tarde</p>')`
    await sql`INSERT INTO lecturas_foro (id_usuario, id_foro) VALUES (${id}, ${foro})`
    await sql`INSERT INTO preferencias_notificacion (id_usuario, evento, campus, correo) VALUES (${id}, 'mencion', true, true)`
    await t.deps.jobs.send(t.deps.db, 'limpiar-cuentas', {})
    await t.deps.jobs.drain()
    expect(await rowsOf(GONE)).toEqual(before)
  })

  it('keeps nothing of a deleted account but what must stay', async () => {
    const before = await rowsOf(GONE)
    const lived = await aLivedAccount()
    const body = { password: PASSWORD }
    expect((await t.call('DELETE', `/api/usuarios/${lived.id}`, { token: lived.token, body })).status).toBe(200)
    expect(await columnsWith(lived.mark)).toEqual([
      'certificados.alumno',
      'comentarios.comentario',
      'foros.titulo',
      'posts_foro.contenido',
      'posts_foro.texto',
      'reportes_post.detalle',
      'respuestas.respuesta',
    ])
    expect(await columnsWith(`${lived.mark} publicación borrada`)).toEqual([])
    expect(await columnsWith(lived.correo)).toEqual([])
    // A closed ranking keeps the rank, without the name.
    const places = { ...before, rankings_cerrados: (before.rankings_cerrados ?? 0) + 1 }
    expect(await rowsOf(GONE)).toEqual(places)
    const named = await t.database.sql`SELECT 1 FROM rankings_cerrados WHERE id_usuario = ${lived.id}`
    expect(named).toHaveLength(0)
  })
})

describe('the export of many rows', () => {
  it('is streamed in chunks of bounded size, each row once and in order', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    await t.database.sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave)
      SELECT ${id}, 'Otro', 'Aviso ' || n, n FROM generate_series(1, 3000) n`
    const long = 'x'.repeat(49_000)
    await t.database.sql`WITH f AS (INSERT INTO foros (id_cliente, id_usuario, tipo_foro, titulo, contenido, texto)
        VALUES (2, ${id}, 'general', 'Foro', 'x', 'x') RETURNING id)
      INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) SELECT f.id, ${id}, ${long} || n, 'x' FROM f, generate_series(1, 250) n`
    let [longest, whole] = [0, 0]
    for await (const piece of exportData(t.deps.db, id)) {
      longest = Math.max(longest, piece.length)
      whole += piece.length
    }
    expect(whole).toBeGreaterThan(12_000_000)
    expect(longest).toBeLessThan(700_000)
    const { body } = await copyOf(id, token)
    expect(body.notificaciones.map(({ mensaje }: { mensaje: string }) => mensaje)).toEqual(
      Array.from({ length: 3000 }, (_, n) => `Aviso ${n + 1}`),
    )
    expect(new Set(body.publicaciones.map(({ contenido }: { contenido: string }) => contenido)).size).toBe(250)
  })

  it('is limited to six times an hour', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await copyOf(id, token)).status)
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429])
  })
})
