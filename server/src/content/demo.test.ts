import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { loadDemoIfEmpty } from './demo.ts'
import { closeDemoAccounts, demoAccounts } from './demo-accounts.ts'
import { loadAcademy } from './load.ts'

const t = useApp()

it('concurrent instances load the demo once, and its accounts can log in', async () => {
  let loads = 0
  const once = () => loadDemoIfEmpty(t.deps, () => void loads++)
  await Promise.all([once(), once(), once()])
  expect(loads).toBe(1)
  const [found] = (
    await t.deps.db.execute<Record<string, number>>(sql`SELECT
    (SELECT count(*)::int FROM clientes) AS marcas, (SELECT count(*)::int FROM cursos) AS cursos,
    (SELECT count(*)::int FROM cursos WHERE imagen IS NULL) AS sin_imagen,
    (SELECT count(*)::int FROM categorias) AS categorias,
    (SELECT count(DISTINCT tipo)::int FROM materiales) AS materiales,
    (SELECT count(DISTINCT tipo_video)::int FROM archivos) AS videos,
    (SELECT count(*)::int FROM temas_prompt WHERE id_cliente = 2) AS temas,
    (SELECT count(*)::int FROM sesiones WHERE inicio > now()) AS sesiones,
    (SELECT count(*)::int FROM evaluaciones WHERE modelo <> 1) AS encuestas,
    (SELECT count(DISTINCT id_evaluacion)::int FROM preguntas WHERE tipo_pregunta = 2) AS abiertos,
    (SELECT count(*)::int FROM cursos c WHERE (SELECT count(*) FROM modulos m WHERE m.id_curso = c.id
      AND (SELECT count(*) FROM lecciones l WHERE l.id_modulo = m.id) >= 3) >= 3
      AND EXISTS (SELECT FROM evaluaciones e WHERE e.id_curso = c.id AND e.id_modulo IS NULL AND e.modelo = 1)) AS completos,
    (SELECT count(*)::int FROM usuarios WHERE tipo_cliente = 'Docente') AS docentes`)
  ).rows
  expect(found).toMatchObject({ marcas: 3, docentes: 6, sin_imagen: 0, materiales: 4, videos: 2 })
  for (const [what, least] of [
    ['cursos', 12],
    ['categorias', 4],
    ['completos', 4],
    ['temas', 3],
    ['sesiones', 1],
    ['encuestas', 1],
    ['abiertos', 1],
  ] as const)
    expect(found?.[what], what).toBeGreaterThanOrEqual(least)
  const banner = await demoAccounts(t.deps.db)
  const mails = [
    ...['alumna', 'alumno', 'nueva', 'alumno1', 'alumno3', 'docente', 'admin'],
    ...['soporte', 'caja', 'plataforma'],
  ].map((name) => `${name}@demo.pe`)
  for (const email of mails) {
    expect(banner).toContain(email)
    const login = await t.call('POST', '/api/loginalumno', { body: { email, password: 'Campus-2026' } })
    expect(login.status, email).toBe(200)
  }
}, 120_000)

it('the demo has prizes in three brands, a ranking of thirty and a closed previous month', async () => {
  for (const marca of [1, 2, 3]) {
    const { body } = await t.call('GET', `/api/premios?marca=${marca}`)
    expect(body.data.length).toBeGreaterThanOrEqual(5)
    for (const prize of body.data) expect(prize.imagen).toMatch(/\.webp$/)
    const ranking = (await t.call('GET', `/api/ranking?marca=${marca}&per_page=100`)).body.data
    expect(ranking.total).toBeGreaterThanOrEqual(marca === 2 ? 30 : 5)
    const past = (await t.call('GET', `/api/ranking/meses?marca=${marca}`)).body.data
    expect(past.total).toBe(1)
    expect((await t.call('GET', `/api/ranking?marca=${marca}&mes=${past.data[0].mes}`)).body.data.total).toBe(
      past.data[0].participantes,
    )
  }
  const [sums] = (
    await t.deps.db.execute<Record<string, number>>(sql`SELECT
    (SELECT sum(puntos)::int FROM puntos) AS libro, (SELECT sum(puntos)::int FROM puntos_mes) AS sumas,
    (SELECT count(*)::int FROM rankings_cerrados) AS cerradas,
    (SELECT count(*)::int FROM notificaciones n JOIN usuarios u ON u.id = n.id_usuario
      WHERE n.clave LIKE 'premio:%' AND u.correo NOT LIKE '%@alumnos.demo.pe') AS avisos`)
  ).rows
  expect(sums?.libro).toBe(sums?.sumas)
  expect(sums?.cerradas).toBeGreaterThan(10)
  // Demo accounts start without old notifications.
  expect(sums?.avisos).toBe(0)
  const [newcomer] = (
    await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM puntos p
    JOIN usuarios u ON u.id = p.id_usuario WHERE u.correo = 'nueva@demo.pe'`)
  ).rows
  expect(newcomer?.n).toBe(0)
})

it('the demo has forums of all types, with nested threads, pinned and solved ones, and one of three pages', async () => {
  const [found] = (
    await t.deps.db.execute<Record<string, number>>(sql`SELECT
    (SELECT count(DISTINCT (id_cliente, tipo_foro))::int FROM foros) AS tipos,
    (SELECT count(DISTINCT id_cliente)::int FROM foros WHERE pinned) AS fijados,
    (SELECT count(DISTINCT id_cliente)::int FROM foros WHERE id_solucion IS NOT NULL) AS resueltos,
    (SELECT max(total_raices) FROM foros) AS raices,
    (SELECT count(*)::int FROM foros f WHERE total_posts <> (SELECT count(*) FROM posts_foro p WHERE p.id_foro = f.id)
      OR ultima_actividad < fecha_creacion OR ultima_actividad > now()) AS descuadrados,
    (SELECT count(*)::int FROM posts_foro p WHERE likes <> (SELECT count(*) FROM likes_post_foro l WHERE l.id_post = p.id)
      OR p.fecha < (SELECT a.fecha FROM posts_foro a WHERE a.id = p.parent_id) OR p.parent_id > p.id) AS torcidos,
    (SELECT count(*)::int FROM foros WHERE contenido LIKE '%<img src="/api/storage/imagenes/%') AS dibujos,
    (SELECT count(*)::int FROM notificaciones WHERE ruta LIKE '/foro/%') AS avisos`)
  ).rows
  expect(found).toMatchObject({ tipos: 9, fijados: 3, resueltos: 3, descuadrados: 0, torcidos: 0, avisos: 0 })
  expect(found?.raices).toBeGreaterThan(30)
  expect(found?.dibujos).toBeGreaterThan(3)
})

it('the demo has comments in every course, with replies and likes in the first lessons of every brand, once', async () => {
  const read = async (email: string, curso: string) => {
    const login = await t.call('POST', '/api/loginalumno', { body: { email, password: 'Campus-2026' } })
    const { token } = login.body
    const courses = (await t.call('GET', `/api/cursos/usuario/${login.body.user.id}`, { token })).body.data
    const { id } = courses.find(({ nombre }: { nombre: string }) => nombre === curso)
    const { modulos } = (await t.call('GET', `/api/cursos/detallado/${id}`, { token })).body.data
    const first = modulos[0].lecciones[0].id
    return (await t.call('GET', `/api/comentarios/leccion/${first}`, { token })).body.data
  }
  for (const [mail, curso] of [
    ['alumna@demo.pe', 'Animación 3D con Blender'],
    ['alumno1@demo.pe', 'Presentaciones que convencen'],
    ['alumno3@demo.pe', 'Clases virtuales que funcionan'],
  ] as const) {
    const { data, total } = await read(mail, curso)
    expect([mail, total]).toEqual([mail, 2])
    expect(data.some(({ replies }: { replies: unknown[] }) => replies.length > 0)).toBe(true)
    for (const { likes, usuario } of data) expect([likes > 1, usuario.nombre]).toEqual([true, expect.any(String)])
  }
  const counted = sql`SELECT (SELECT count(*)::int FROM comentarios) AS comentarios,
    (SELECT count(*)::int FROM comentarios c WHERE likes <> (SELECT count(*) FROM comentario_likes l WHERE l.id_comentario = c.id)
      OR fecha > now()) AS torcidos`
  const [before] = (await t.deps.db.execute(counted)).rows
  expect(before).toMatchObject({ torcidos: 0 })
  const silent = await t.deps.db.execute(sql`SELECT c.nombre FROM cursos c WHERE c.estado = 1 AND NOT EXISTS (
    SELECT FROM comentarios JOIN lecciones l ON l.id = id_leccion JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = c.id)`)
  expect(silent.rows).toEqual([])
  await loadAcademy(t.deps, fileURLToPath(new URL('../../../content/demo', import.meta.url)), { demo: true })
  expect((await t.deps.db.execute(counted)).rows).toEqual([before])
})

it('every exam question of the demo leads to the lesson that explains it', async () => {
  const lost =
    await t.deps.db.execute(sql`SELECT p.pregunta FROM preguntas p JOIN evaluaciones e ON e.id = p.id_evaluacion
    WHERE e.modelo = 1 AND e.estado = 1 AND p.activo AND p.id_leccion IS NULL`)
  expect(lost.rows).toEqual([])
})

it('enrolments of the demo do not end, except by agreement where the course says so', async () => {
  const bought = sql`EXISTS (SELECT FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id
    WHERE o.id_usuario = m.id_usuario AND l.id_curso = m.id_curso AND o.pagada_en IS NOT NULL)`
  const found = (
    await t.deps.db.execute(sql`SELECT m.fecha_vencimiento IS NULL AS sin_fin,
      c.descripcion LIKE '%por convenio tiene 300 días de acceso%' AS avisa, count(DISTINCT m.id_curso)::int > 0 AS hay
    FROM matriculas m JOIN cursos c ON c.id = m.id_curso WHERE NOT ${bought} GROUP BY 1, 2 ORDER BY 1`)
  ).rows
  expect([...found]).toEqual([
    { sin_fin: false, avisa: true, hay: true },
    { sin_fin: true, avisa: false, hay: true },
  ])
  const ended = sql`SELECT m.id FROM matriculas m WHERE ${bought} AND m.fecha_vencimiento IS NOT NULL`
  expect((await t.deps.db.execute(ended)).rows).toEqual([])
})

type Place = { estado_avance: string; progreso: { porcentaje: number } }

/** What a person of the demo is answered. */
async function seenBy(name: string) {
  const { token, user } = (
    await t.call('POST', '/api/loginalumno', { body: { email: `${name}@demo.pe`, password: 'Campus-2026' } })
  ).body
  return {
    id: user.id as number,
    get: async (path: string) => (await t.call('GET', `/api/${path}`, { token })).body.data,
    post: async (path: string, body = {}) => (await t.call('POST', `/api/${path}`, { token, body })).body.data,
  }
}

it('alumna@demo.pe has a finished course with its certificate, one half done, a graded exam, an answered message', async () => {
  const { id, get } = await seenBy('alumna')
  const { cursos, certificados_obtenidos, intento_abierto, siguiente, ritmo } = await get('inicio')
  const states = cursos.map(({ estado_avance, progreso }: Place) => [estado_avance, progreso.porcentaje])
  expect(states.sort()).toEqual([
    ['en_curso', 46],
    ['sin_empezar', 0],
    ['sin_empezar', 0],
    ['terminado', 100],
  ])
  expect([certificados_obtenidos, intento_abierto]).toEqual([2, null])
  expect(siguiente).toMatchObject({ tipo: 'leccion', titulo: 'Contar sin diálogo' })
  expect(ritmo.racha).toBeGreaterThan(0)

  const certificates = await get(`certificado/usuario/${id}`)
  expect(certificates).toMatchObject([
    { curso: 'Guion y narrativa audiovisual', modulo: 'La idea y el personaje', nota: 80 },
    { curso: 'Diseño de marca para emprendedores', modulo: null, nota: 83 },
  ])
  for (const { codigo_certificado, fecha_inicio, fecha_fin, fecha_emision } of certificates) {
    expect((await get(`certificados/validacion/${codigo_certificado}`)).codigo_certificado).toBe(codigo_certificado)
    expect([fecha_inicio < fecha_fin, Date.parse(fecha_emision) < Date.now() - 5 * 86_400_000]).toEqual([true, true])
  }
  const notices = (await get(`notificaciones/usuario/${id}`)) as { mensaje: string }[]
  for (const about of [/certificado/i, /Ya está tu nota/, /respondimos/i])
    expect(notices.filter(({ mensaje }) => about.test(mensaje)).length, String(about)).toBeGreaterThan(0)
  expect((await get(`soporte/usuario/${id}`)).data).toMatchObject([{ estado: 'respondido' }])
  expect((await get('ordenes')).data).toMatchObject([
    { estado: 'pagada', lineas: [{ nombre: 'Producción de pódcast' }] },
  ])
  const [points] = await t.database
    .sql`SELECT array_agg(DISTINCT motivo ORDER BY motivo) AS motivos FROM puntos WHERE id_usuario = ${id}`
  expect(points?.motivos).toEqual(['asistencia', 'certificado', 'examen', 'foro'])
})

it('alumna@demo.pe can read her graded exam, and begin a module’s and a final one', async () => {
  const { get, post } = await seenBy('alumna')
  const { cursos } = await get('inicio')
  const courseOf = (estado: string) => cursos.find((one: Place) => one.estado_avance === estado).curso.id
  const [graded] = (await get(`cursos/detallado/${courseOf('terminado')}`)).evaluaciones
  const { id } = await post('detalle-evaluacion', { id_evaluacion: graded.id })
  const review = await get(`detalle-evaluacion/${id}/revision`)
  expect(JSON.stringify(review)).toContain('Muy buena promesa')
  const half = await get(`cursos/detallado/${courseOf('en_curso')}`)
  const open = [
    half.modulos[1].evaluaciones[0],
    half.evaluaciones.find(({ modelo }: { modelo: number }) => modelo === 1),
  ]
  for (const { id, cerrado_por_lecciones } of open) {
    expect(cerrado_por_lecciones).toBeNull()
    const detail = await post('detalle-evaluacion', { id_evaluacion: id })
    expect(await post(`detalle-evaluacion/${detail.id}/intentos`)).toMatchObject({ intentos: 1 })
  }
})

it('the students of the other brands have begun a course, and those of the ranking did its lessons', async () => {
  for (const name of ['alumno1', 'alumno3']) {
    const { cursos, certificados_obtenidos } = await (await seenBy(name)).get('inicio')
    expect([name, certificados_obtenidos, cursos[0].progreso]).toMatchObject([
      name,
      1,
      { completadas: 4, aprobados: 1 },
    ])
  }
  const [found] = await t.database.sql`SELECT count(DISTINCT p.id_usuario)::int AS alumnos,
    count(*) FILTER (WHERE NOT EXISTS (SELECT FROM progreso_lecciones v WHERE v.id_usuario = p.id_usuario
      AND v.id_leccion::text = p.clave AND v.completada_en = p.creado_en))::int AS sin_leccion,
    (SELECT count(*)::int FROM asistencias a WHERE a.fecha_cierre > now()) AS futuras,
    (SELECT count(DISTINCT usuario_id)::int FROM asistencias) > 15 AS asisten
    FROM puntos p JOIN usuarios u ON u.id = p.id_usuario AND u.correo LIKE '%@alumnos.demo.pe' WHERE p.motivo = 'asistencia'`
  expect(found).toMatchObject({ sin_leccion: 0, futuras: 0, asisten: true })
  expect(found?.alumnos).toBeGreaterThan(30)
})

it('the staff of the demo’s main brand see sales, students and what waits', async () => {
  const admin = await seenBy('admin')
  const { ventas_hoy, ventas_mes, matriculas_hoy, alumnos_activos } = await admin.get('gestion/bandeja/cifras')
  for (const figure of [ventas_hoy.neto, ventas_mes.cobros, matriculas_hoy]) expect(figure).toBeGreaterThan(0)
  expect(alumnos_activos).toBeGreaterThan(15)
  expect(await admin.get('gestion/bandeja')).toMatchObject({
    ...{ por_calificar: 10, sin_responder: 2, soporte: 1, reclamos: { total: 1 } },
    ...{ pagos_en_revision: 1, devoluciones_pedidas: 1, correos_fallidos: 0 },
  })
  const orders = await t.database.sql`SELECT estado, count(*)::int AS n, count(DISTINCT creada_en::date)::int AS dias
    FROM ordenes GROUP BY 1 ORDER BY 1`
  expect(orders.map(({ estado }) => estado)).toEqual(['en_espera', 'en_revision', 'pagada', 'rechazada', 'reembolsada'])
  const paid = orders.find(({ estado }) => estado === 'pagada')
  expect(paid?.dias).toBe(paid?.n)
  const money = await t.database.sql`SELECT m.medio, m.tipo, count(*)::int AS n, count(DISTINCT m.dia)::int AS dias,
    bool_and(m.dia = (m.creado_en AT TIME ZONE 'America/Lima')::date) AS de_su_dia
    FROM movimientos m WHERE m.origen = 'personal' GROUP BY 1, 2 ORDER BY 1, 2`
  expect(money).toEqual([
    { medio: 'efectivo', tipo: 'cobro', n: 2, dias: 2, de_su_dia: true },
    { medio: 'transferencia', tipo: 'cobro', n: 1, dias: 1, de_su_dia: true },
    { medio: 'yape', tipo: 'cobro', n: 2, dias: 2, de_su_dia: true },
    { medio: 'yape', tipo: 'devolucion', n: 1, dias: 1, de_su_dia: true },
  ])
  // Nothing of all this was mailed.
  const [jobs] = await t.database.sql`SELECT count(*)::int AS n FROM pgboss.job WHERE name LIKE 'correo%'`
  expect(jobs?.n).toBe(0)
  const { data: odd } = await admin.get('gestion/ordenes?estado=en_revision')
  expect(await (await seenBy('caja')).get(`gestion/ordenes/${odd[0].numero}`)).toMatchObject({ estado: 'en_revision' })
})

it('the staff of the demo have work under way', async () => {
  expect((await (await seenBy('docente')).get('gestion/calificar')).total).toBe(10)
  const [found] = await t.database.sql`SELECT
    (SELECT count(*)::int FROM intentos_evaluacion WHERE estado = 'calificado') AS calificados,
    (SELECT count(DISTINCT tipo_pregunta)::int FROM intentos_evaluacion i, jsonb_to_recordset(i.preguntas) AS q(tipo_pregunta int)) AS tipos,
    (SELECT count(*)::int FROM detalle_evaluacion WHERE intentos_extra > 0 AND minutos_extra > 0) AS extras,
    (SELECT count(*)::int FROM borradores WHERE objeto LIKE 'leccion:%') AS lecciones,
    (SELECT count(*)::int FROM versiones WHERE motivo = 'publicada' AND objeto IN (SELECT objeto FROM borradores)) AS versiones,
    (SELECT count(*)::int FROM cursos c WHERE c.estado = 0 AND EXISTS (SELECT 1 FROM borradores b WHERE b.objeto = 'curso:' || c.id)) AS cursos,
    (SELECT count(*)::int FROM notificaciones WHERE correo = 'pendiente') AS correos`
  expect(found).toEqual({ calificados: 5, tipos: 6, extras: 1, lecciones: 1, versiones: 2, cursos: 1, correos: 0 })
})

it('those who attend people in the demo have messages and a complaint that is due soon', async () => {
  const { data: tickets } = await (await seenBy('soporte')).get('soporte')
  expect(tickets.map(({ estado }: { estado: string }) => estado)).toEqual([
    'abierto',
    'respondido',
    'respondido',
    'cerrado',
  ])
  const [waiting, answered] = tickets
  expect(Date.now() - Date.parse(waiting.fecha)).toBeGreaterThan(3 * 86_400_000)
  expect(Date.parse(answered.fecha)).toBeLessThan(Date.parse(answered.fecha_respuesta))
  const { data: sheets } = await (await seenBy('admin')).get('reclamos')
  expect(sheets).toMatchObject([{ estado: 'por_vencer', dias_habiles: 2, respondido_en: null }])
  expect(Date.parse(sheets[0].creado_en)).toBeLessThan(Date.now() - 14 * 86_400_000)
})

it('a production start closes what the demo opened, once, and nothing else', async () => {
  const { db } = t.deps
  const login = (email: string, password = 'Campus-2026') =>
    t.call('POST', '/api/loginalumno', { body: { email, password } })
  const person = await aPerson(db, { correo: 'persona@prueba.pe' })
  // Who took the demo's administrator as their own; a mail alone does not make the account theirs.
  const changed = await aPerson(db, { correo: 'directora@prueba.pe', tipo_cliente: 'Administrador' })
  await t.database.sql`UPDATE usuarios u SET correo = 'soporte@prueba.pe' WHERE correo = 'soporte@demo.pe'`
  await t.database
    .sql`UPDATE usuarios SET password_hash = ${changed.password_hash} WHERE correo IN ('admin@demo.pe', 'caja@demo.pe')`
  await t.database.sql`UPDATE usuarios SET correo = 'duena@prueba.pe' WHERE correo = 'admin@demo.pe'`
  const { token, user } = (await login('nueva@demo.pe')).body
  const profile = async () => (await t.call('GET', `/api/usuarios/${user.id}`, { token })).status
  expect(await profile()).toBe(200)
  const [before] = await t.database.sql`SELECT count(*)::int AS n FROM usuarios WHERE estado = 1`

  const closed = await Promise.all([closeDemoAccounts(db), closeDemoAccounts(db), closeDemoAccounts(db)])
  const [after] = await t.database.sql`SELECT count(*)::int AS n FROM usuarios WHERE estado = 1`
  const sum = closed.reduce((total, n) => total + n, 0)
  expect([sum, Math.max(...closed)]).toEqual([before?.n - after?.n, sum])
  expect(sum).toBeGreaterThan(50)

  expect(await profile()).toBe(401)
  for (const mail of ['nueva', 'alumna', 'alumno1', 'docente', 'plataforma'])
    expect([mail, (await login(`${mail}@demo.pe`)).status]).toEqual([mail, 401])
  expect((await login('soporte@prueba.pe')).status).toBe(401)
  expect((await login('caja@demo.pe', PASSWORD)).status).toBe(401)
  for (const { correo } of [person, changed, { correo: 'duena@prueba.pe' }])
    expect([correo, (await login(correo, PASSWORD)).status]).toEqual([correo, 200])
  expect(await demoAccounts(db)).toBe('')
  const [trail] = await t.database.sql`SELECT count(*)::int AS n FROM auditoria
    WHERE accion = 'gestion' AND detalle @> '{"cuenta_de_demostracion": true}'`
  expect(trail?.n).toBe(sum)
})

it('an academy that happens to use the demo’s mails keeps its accounts', async () => {
  await t.database.sql`UPDATE usuarios SET correo = 'retirada@demo.pe' WHERE correo = 'caja@demo.pe'`
  await t.database.sql`UPDATE clientes SET slug = 'mi-academia' WHERE id = 2`
  const own = await aPerson(t.deps.db, { correo: 'caja@demo.pe', tipo_cliente: 'Administrador' })
  expect(await closeDemoAccounts(t.deps.db)).toBe(0)
  const answer = await t.call('POST', '/api/loginalumno', { body: { email: own.correo, password: PASSWORD } })
  expect(answer.status).toBe(200)
})
