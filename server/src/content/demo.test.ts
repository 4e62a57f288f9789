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

it('enrolments of the demo do not end, except where the course says so', async () => {
  const found = (
    await t.deps.db.execute(sql`SELECT m.fecha_vencimiento IS NULL AS sin_fin,
      c.descripcion LIKE '%por convenio tiene 300 días de acceso%' AS avisa, count(DISTINCT m.id_curso)::int > 0 AS hay
    FROM matriculas m JOIN cursos c ON c.id = m.id_curso GROUP BY 1, 2 ORDER BY 1`)
  ).rows
  expect([...found]).toEqual([
    { sin_fin: false, avisa: true, hay: true },
    { sin_fin: true, avisa: false, hay: true },
  ])
})

async function staffCall(name: string, path: string) {
  const login = await t.call('POST', '/api/loginalumno', {
    body: { email: `${name}@demo.pe`, password: 'Campus-2026' },
  })
  return (await t.call('GET', `/api/${path}`, { token: login.body.token })).body.data
}

it('the staff of the demo have work under way', async () => {
  expect((await staffCall('docente', 'gestion/calificar')).total).toBe(10)
  const [found] = await t.database.sql`SELECT
    (SELECT count(*)::int FROM intentos_evaluacion WHERE estado = 'calificado') AS calificados,
    (SELECT count(DISTINCT tipo_pregunta)::int FROM intentos_evaluacion i, jsonb_to_recordset(i.preguntas) AS q(tipo_pregunta int)) AS tipos,
    (SELECT count(*)::int FROM detalle_evaluacion WHERE intentos_extra > 0 AND minutos_extra > 0) AS extras,
    (SELECT count(*)::int FROM borradores WHERE objeto LIKE 'leccion:%') AS lecciones,
    (SELECT count(*)::int FROM versiones WHERE motivo = 'publicada' AND objeto IN (SELECT objeto FROM borradores)) AS versiones,
    (SELECT count(*)::int FROM cursos c WHERE c.estado = 0 AND EXISTS (SELECT 1 FROM borradores b WHERE b.objeto = 'curso:' || c.id)) AS cursos,
    (SELECT count(*)::int FROM notificaciones WHERE correo = 'pendiente') AS correos`
  expect(found).toEqual({ calificados: 1, tipos: 6, extras: 1, lecciones: 1, versiones: 2, cursos: 1, correos: 0 })
})

it('those who attend people in the demo have messages and a complaint that is due soon', async () => {
  const { data: tickets } = await staffCall('soporte', 'soporte')
  expect(tickets.map(({ estado }: { estado: string }) => estado)).toEqual(['abierto', 'respondido', 'cerrado'])
  const [waiting, answered] = tickets
  expect(Date.now() - Date.parse(waiting.fecha)).toBeGreaterThan(3 * 86_400_000)
  expect(Date.parse(answered.fecha)).toBeLessThan(Date.parse(answered.fecha_respuesta))
  const { data: sheets } = await staffCall('admin', 'reclamos')
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
