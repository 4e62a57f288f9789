import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { structureOf } from '../src/backup/catalogue.ts'
import { withClient } from '../src/platform/db/client.ts'
import { EXCLUSIVE } from '../src/platform/db/exclusive.ts'
import { MIGRATIONS, migrateDatabase } from '../src/platform/db/migrate.ts'
import { released, STEPS } from './long/migrations.ts'
import { aDatabase } from './long/scratch.ts'
import { openSql, withSql } from './sql.ts'

/**
 * During a rolling update the previous release runs on the new schema (docs/scaling.md): migrations only add, except those
 * of `EXCLUSIVE`. Reviewed exceptions are listed here.
 */
const REASONS: Record<string, string[]> = {
  // A new text search dictionary: generated columns cannot be altered, so it is recreated in one transaction. Rewrites the
  // table: run at night on millions of posts.
  '0006_palabras-de-foros.sql': [
    'ALTER TABLE "foros" drop column "busqueda"',
    'ALTER TABLE "posts_foro" drop column "busqueda"',
  ],
  // Replaced by indexes with more columns in the same migration.
  '0010_academias-grandes.sql': ['DROP INDEX "intentos_pendientes"', 'DROP INDEX "reportes_por_decidir"'],
  // Replaced by a wider constraint in the same migration.
  '0015_correos-de-avisos.sql': ['ALTER TABLE "notificaciones" DROP CONSTRAINT "notificaciones_correo"'],
  '0033_forum_orders.sql': ['ALTER TABLE "foros" DROP CONSTRAINT "foros_cuentas"'],
  // A report or version is of a post or of a forum; the release before always writes the post.
  '0037_reportes-de-temas.sql': [
    'ALTER TABLE "reportes_post" ALTER COLUMN "id_post" DROP NOT NULL',
    'ALTER TABLE "versiones_post" ALTER COLUMN "id_post" DROP NOT NULL',
  ],
  // Wider in the same migration; a question may have several right options.
  '0039_preguntas_de_seis_tipos.sql': [
    'ALTER TABLE "preguntas" DROP CONSTRAINT "preguntas_tipo"',
    'DROP INDEX "opciones_una_correcta"',
  ],
  // Replaced by a wider constraint in the same migration.
  '0040_roles.sql': ['ALTER TABLE "usuarios" DROP CONSTRAINT "usuarios_rol"'],
  // The same words and the roots beside them, so that the release before searches on; each table is rewritten once, in the
  // transaction that creates its column again.
  '0050_una_raiz.sql': [
    'ALTER TABLE "foros" DROP COLUMN "busqueda"',
    'ALTER TABLE "posts_foro" DROP COLUMN "busqueda"',
    'ALTER TABLE "lecciones" DROP COLUMN "busqueda"',
  ],
  // Replaced by indexes of the names of the pictures.
  '0051_nombres_de_imagenes.sql': [
    'DROP INDEX "foros_con_imagen"',
    'DROP INDEX "posts_con_imagen"',
    'DROP INDEX "versiones_con_imagen"',
  ],
  // Generated, of the same release, and recreated in the same transaction.
  '0035_comienzo_de_la_descripcion.sql': ['ALTER TABLE "cursos" drop column "busqueda"'],
  // The constraint comes back wider; the release before writes what fits in both.
  '0060_sin-devolucion.sql': ['ALTER TABLE "clientes" DROP CONSTRAINT "clientes_devolucion"'],
}

const TAKES_AWAY = [
  /\bDROP\b/i,
  /\bRENAME\b/i,
  /\bTRUNCATE\s+(TABLE\s+)?"?\w/i,
  /\bALTER COLUMN\b.*\b(TYPE|SET NOT NULL|DROP)\b/is,
  /\bDELETE FROM\b/i,
]
const DEMANDS = /ADD COLUMN (?!.*\b(DEFAULT|GENERATED)\b).*\bNOT NULL\b/is

const statementsOf = (file: string) =>
  readFileSync(join(MIGRATIONS, file), 'utf8')
    .split('--> statement-breakpoint')
    .map((part) =>
      part
        .replace(/^\s*--.*$/gm, '')
        .trim()
        .replace(/;$/, ''),
    )
    // Function bodies do nothing by themselves; triggers name what they forbid.
    .filter((statement) => statement !== '' && !/^CREATE (FUNCTION|TRIGGER)/i.test(statement))

const LATER = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.sql') && !file.startsWith('0000') && !(file.replace('.sql', '') in EXCLUSIVE))
  .toSorted()

it.each(LATER)('%s only adds', (file) => {
  const statements = statementsOf(file)
  // Recreating an index changes no results.
  const again = (statement: string) => {
    const index = /^DROP INDEX ("\w+")$/.exec(statement)?.[1]
    return index !== undefined && statements.some((other) => other.startsWith(`CREATE INDEX ${index} `))
  }
  const wrong = statements.filter(
    (statement) =>
      !again(statement) && (TAKES_AWAY.some((pattern) => pattern.test(statement)) || DEMANDS.test(statement)),
  )
  expect(wrong).toEqual(REASONS[file] ?? [])
})

it('retries after a lock timeout, without blocking others', async () => {
  const url = await aDatabase({ migrated: true })
  const holder = await openSql(url)
  try {
    const release = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = holder.begin(async (tx) => {
      await tx`LOCK TABLE drizzle.__drizzle_migrations IN ACCESS EXCLUSIVE MODE`
      held.resolve()
      await release.promise
    })
    await held.promise
    const retried = Promise.withResolvers<void>()
    const migrating = migrateDatabase(url, MIGRATIONS, { onLocked: () => retried.resolve() })
    await retried.promise
    release.resolve()
    await Promise.all([holding, migrating])
  } finally {
    await holder.end()
  }
}, 60_000)

it('names and texts that are there are folded as new ones', async () => {
  const url = await aDatabase()
  await migrateDatabase(url, released(STEPS.indexOf('0051_nombres_de_imagenes')))
  const stored = () =>
    withSql(
      url,
      (
        sql,
      ) => sql`SELECT u.busqueda AS persona, tsvector_to_array(f.busqueda) AS foro, tsvector_to_array(p.busqueda) AS post
        FROM usuarios u, foros f, posts_foro p`,
    )
  await withSql(url, async (sql) => {
    await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) OVERRIDING SYSTEM VALUE
      VALUES (2, 'marca-2', 'Marca 2', '#4F46E5', '#F59E0B')`
    await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, numero_documento)
      VALUES (2, 'Nguyễn', 'Sant’Anna–Королёв', 'a@prueba.pe', 'x', '12345678')`
    await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, titulo, descripcion, contenido, texto)
      SELECT 2, id, 'general', 'Nguyễn', '', '<p>x</p>', 'x' FROM usuarios`
    await sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) SELECT id, id_usuario, '<p>x</p>', 'Королёв' FROM foros`
  })
  expect(await stored()).toMatchObject([{ foro: expect.arrayContaining(['nguyễn']) }])
  await migrateDatabase(url, MIGRATIONS)
  expect(await stored()).toEqual([
    {
      persona: "nguyen sant'anna-королев a@prueba.pe",
      foro: expect.arrayContaining(['nguyen']),
      post: expect.arrayContaining(['королев']),
    },
  ])
})

it('certificates that were issued get the minutes and contents that their course has', async () => {
  const url = await aDatabase()
  await migrateDatabase(url, released(STEPS.indexOf('0058_cierre_en_calendarios')))
  await withSql(url, async (sql) => {
    await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) OVERRIDING SYSTEM VALUE
      VALUES (2, 'marca-2', 'Marca 2', '#4F46E5', '#F59E0B')`
    await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, numero_documento)
      VALUES (2, 'Ana', 'Quispe', 'a@prueba.pe', 'x', '12345678')`
    await sql`INSERT INTO categorias (id_cliente, nombre, orden) VALUES (2, 'Todo', 1)`
    await sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas)
      SELECT 2, id, 'c', 'Curso', 'Básico', 14900, 12 FROM categorias`
    await sql`INSERT INTO modulos (id_curso, clave, nombre, horas, orden, activo)
      SELECT c.id, 'm' || n, 'Módulo ' || n, 4, n, n < 3 FROM cursos c, generate_series(1, 3) n`
    await sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden, duracion, activo)
      SELECT m.id, 'l' || n, 'Lección ' || n, n, 10 * n, n < 3 FROM modulos m, generate_series(1, 3) n WHERE m.orden <> 2`
    await sql`INSERT INTO certificados
        (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
      SELECT u.id, m.id_curso, CASE m.orden WHEN 1 THEN m.id END, 'CERT-AAAAAAAA' || chr(64 + m.orden), 'Ana', 'Curso', 90, 4,
        '2026-01-01', '2026-02-01' FROM usuarios u, modulos m WHERE m.orden < 3`
  })
  await migrateDatabase(url, MIGRATIONS)
  const rows = await withSql(
    url,
    (sql) => sql`SELECT minutos, contenidos FROM certificados ORDER BY codigo_certificado`,
  )
  expect(rows).toEqual([
    {
      minutos: 30,
      contenidos: [
        { titulo: 'Lección 1', lecciones: null, minutos: 10 },
        { titulo: 'Lección 2', lecciones: null, minutos: 20 },
      ],
    },
    {
      minutos: 30,
      contenidos: [
        { titulo: 'Módulo 1', lecciones: 2, minutos: 30 },
        { titulo: 'Módulo 2', lecciones: 0, minutos: 0 },
      ],
    },
  ])
})

it('the share of lessons that opened final exams is the one that opens all exams', async () => {
  const url = await aDatabase()
  await migrateDatabase(url, released(STEPS.indexOf('0066_tiempo-devuelto')))
  await withSql(
    url,
    (sql) => sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento, final_desde)
      VALUES (1, 'una', 'Una', '#4F46E5', '#F59E0B', 80), (2, 'otra', 'Otra', '#4F46E5', '#F59E0B', 0)`,
  )
  await migrateDatabase(url, MIGRATIONS)
  const rows = await withSql(url, (sql) => sql`SELECT slug, examenes_desde FROM clientes ORDER BY slug`)
  expect(rows).toEqual([
    { slug: 'otra', examenes_desde: 0 },
    { slug: 'una', examenes_desde: 80 },
  ])
})

it('a last name that was invented becomes one that is missing, and a given one is printed; offers stay', async () => {
  const url = await aDatabase()
  await migrateDatabase(url, released(STEPS.findIndex((tag) => tag.endsWith('nombres-ofertas-y-esperas')) - 1))
  await withSql(url, async (sql) => {
    await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) OVERRIDING SYSTEM VALUE
      VALUES (2, 'marca-2', 'Marca 2', '#4F46E5', '#F59E0B')`
    await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
      VALUES (2, 'Luis', 'Por completar', 'a@prueba.pe', 'x'), (2, 'Luz', 'Rojas', 'b@prueba.pe', 'x')`
    await sql`INSERT INTO categorias (id_cliente, nombre, orden) VALUES (2, 'Todo', 1)`
    await sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas)
      SELECT 2, id, 'c', 'Curso', 'Básico', 14900, 12 FROM categorias`
    await sql`INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
      SELECT u.id, c.id, 'CERT-AAAAAAAA' || CASE u.nombres WHEN 'Luis' THEN 'A' ELSE 'B' END, u.nombres || ' Por completar',
        'Curso', 90, 4, '2026-01-01', '2026-02-01' FROM usuarios u, cursos c`
  })
  await migrateDatabase(url, MIGRATIONS)
  const rows = await withSql(
    url,
    (sql) => sql`SELECT u.nombres, u.apellidos, u.falta_nombre, c.alumno, c.estado, b.oferta, b.oferta_elegida
      FROM usuarios u JOIN certificados c ON c.id_usuario = u.id JOIN clientes b ON b.id = u.id_cliente ORDER BY u.id`,
  )
  const brand = { oferta: 'especificacion', oferta_elegida: true }
  expect(rows).toEqual([
    { nombres: 'Luis', apellidos: '', falta_nombre: true, alumno: 'Luis Por completar', estado: 'vigente', ...brand },
    { nombres: 'Luz', apellidos: 'Rojas', falta_nombre: false, alumno: 'Luz Rojas', estado: 'vigente', ...brand },
  ])
})

/** An empty database with the migrations up to this one, and a connection of this name that stays open. */
async function beside(name: string, last?: string) {
  const url = await aDatabase()
  if (last) await migrateDatabase(url, released(STEPS.indexOf(last)))
  const other = await openSql(url, { application_name: name })
  let open = true
  const end = async () => {
    if (open) await other.end()
    open = false
  }
  onTestFinished(end)
  return { url, end }
}

const OLD = '0027_escaparate'
const migrate = (url: string, othersTimeoutMs = 0) => migrateDatabase(url, MIGRATIONS, { othersTimeoutMs })

/** Whether a migration has looked for other instances. */
async function isLooking(url: string): Promise<boolean> {
  const rows = await withSql(
    url,
    (sql) => sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'campus-migrate' AND query LIKE '%pg_backend_pid%'`,
  )
  return rows.length > 0
}

async function expectNewest(url: string): Promise<void> {
  const [row] = await withSql(url, (sql) => sql`SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations`)
  expect(row?.n).toBe(STEPS.length)
}

describe('beside another copy of the program', () => {
  it('names only migrations that exist', () => {
    expect(Object.keys(EXCLUSIVE).filter((tag) => !STEPS.includes(tag))).toEqual([])
  })

  it.each(['campus', 'campus-listen', 'campus-jobs', 'campus-trabajos'])(
    'a migration that it would not bear is refused (%s), and nothing is changed',
    async (name) => {
      const { url } = await beside(name, OLD)
      const before = await withClient(url, structureOf)
      await expect(migrate(url)).rejects.toThrow(
        'Hay otra copia de Campus en marcha en esta base de datos (conexiones: 1) y fallaría con lo que esta versión cambia en ' +
          'ella, 0028_oferta_de_marca (cambia una columna de las marcas), 0032_encuestas_sin_reloj (quita la duración de las ' +
          'encuestas), 0038_documentos (da otro uso a la tabla de borradores), 0070_examenes_desde (cambia el nombre de una ' +
          'columna de las marcas): detén todas las copias y vuelve a iniciar; no se cambió nada.',
      )
      expect(await withClient(url, structureOf)).toEqual(before)
    },
  )

  it.each(['campus-respaldo', 'campus-content', 'campus-jobs-cli', 'campus-migrate', 'psql'])(
    'is not: %s',
    async (name) => {
      const { url } = await beside(name, OLD)
      await migrate(url)
      await expectNewest(url)
    },
  )

  it('one that is stopping is waited for', async () => {
    const { url, end } = await beside('campus', OLD)
    const migrating = migrate(url, 60_000)
    await expect.poll(() => isLooking(url)).toBe(true)
    await end()
    await migrating
    await expectNewest(url)
  })

  it('what only adds is applied', async () => {
    const { url } = await beside(
      'campus',
      STEPS.findLast((tag) => tag in EXCLUSIVE),
    )
    await migrate(url)
    await expectNewest(url)
  })

  it('an empty database is filled', async () => {
    const { url } = await beside('campus')
    await migrate(url)
    await expectNewest(url)
  })
})
