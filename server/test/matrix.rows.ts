import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Movement } from '../src/features/orders/movements.ts'
import { drawnName, nameOf } from '../src/platform/files/storage.ts'
import { aCourse, anAttempt, anEnrolment, anExam } from './builders.ts'
import { CODE, fresh, MARK, type World } from './matrix.world.ts'
import { selling } from './sales.ts'

export const idOf = (rows: readonly { id?: unknown }[]): number => {
  const id = Number(rows[0]?.id)
  if (!id) throw new Error('the victim’s row was not made')
  return id
}

const letters = () => Array.from({ length: 9 }, () => String.fromCharCode(65 + randomInt(26))).join('')

async function aModule({ t, course }: World): Promise<number> {
  const clave = fresh('modulo')
  return idOf(
    await t.database.sql`INSERT INTO modulos (id_curso, clave, nombre, orden, activo)
      VALUES (${course.id}, ${clave}, 'Módulo aparte', 90, false) RETURNING id`,
  )
}

export async function aCertificate(world: World): Promise<{ id: number; code: string }> {
  const { t, people, course } = world
  const code = `CERT-${letters()}`
  const rows = await t.database.sql`INSERT INTO certificados
      (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_inicio, fecha_fin)
    VALUES (${people.dueña}, ${course.id}, ${await aModule(world)}, ${code}, ${`Zuleika ${MARK}`}, ${course.nombre}, 'Módulo', 90, 4, '2026-01-01', '2026-01-31')
    RETURNING id`
  return { id: idOf(rows), code }
}

export async function aRevokedCertificate(world: World): Promise<string> {
  const { code } = await aCertificate(world)
  await world.t.database.sql`UPDATE certificados
    SET estado = 'revocado', fecha_revocacion = now(), motivo_revocacion = 'Una prueba', causa_revocacion = 'academia'
    WHERE codigo_certificado = ${code}`
  return code
}

export async function anOrder({ t, people, cheap }: World): Promise<string> {
  const numero = randomUUID()
  const [order] = await t.database
    .sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela)
    VALUES (${numero}, 2, ${people.dueña}, ${fresh('huella')}, 14900, 14900, 'sandbox') RETURNING id`
  await t.database.sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
    VALUES (${order?.id}, ${cheap.id}, ${`${MARK}-linea`}, 14900)`
  return numero
}

async function paid(world: World, way: (numero: string) => Partial<Movement>): Promise<string> {
  const numero = await anOrder(world)
  await world.t.database.sql`UPDATE ordenes SET estado = 'pagada', pagada_en = now() WHERE numero = ${numero}`
  await selling(world.t).money(numero, { tipo: 'cobro', centimos: 14900, ...way(numero) })
  return numero
}

export const aPaidOrder = (world: World) => paid(world, (numero) => ({ id_pasarela: numero }))

/** An unpaid order whose buyer asked for a factura. */
export async function anInvoicedOrder(world: World): Promise<string> {
  const numero = await anOrder(world)
  await world.t.database
    .sql`INSERT INTO comprobantes (id_orden, id_cliente, tipo, tipo_documento, documento, razon_social, direccion)
    SELECT id, id_cliente, 'factura', 'RUC', '20131312955', ${`${MARK}-razon`}, ${`${MARK}-domicilio`} FROM ordenes WHERE numero = ${numero}`
  return numero
}

/** Of the brand: with a code, or with one that serves once. */
export async function aCoupon({ t, people }: World, batch = false): Promise<number> {
  const { sql } = t.database
  const id = idOf(
    await sql`INSERT INTO cupones (id_cliente, nombre, porcentaje, usos_persona, de_un_uso, id_usuario)
      VALUES (2, 'Día de la madre', 20, 1, ${batch}, ${people.admin}) RETURNING id`,
  )
  await sql`INSERT INTO cupon_codigos (id_cupon, id_cliente, codigo) VALUES (${id}, 2, ${`C${id}`.padStart(6, 'X')})`
  return id
}

/** The victim paid with it when no use was left. */
export async function anOverusedCoupon(world: World): Promise<number> {
  const [id, numero] = [await aCoupon(world), await aPaidOrder(world)]
  await world.t.database
    .sql`INSERT INTO cupon_usos (id_orden, id_cupon, id_codigo, id_usuario, retenido_hasta, usado_en, de_mas)
    SELECT o.id, k.id_cupon, k.id, o.id_usuario, now(), now(), true FROM ordenes o, cupon_codigos k WHERE o.numero = ${numero} AND k.id_cupon = ${id}`
  return id
}

/** A paid order whose payment staff registered. */
export const aRegisteredSale = (world: World) =>
  paid(world, () => ({ medio: 'efectivo', personal: { id: world.people.admin } }))

/** A paid order of two instalments, of which staff registered the first. */
export async function aSaleInParts(world: World): Promise<string> {
  const numero = await anOrder(world)
  await world.t.database.sql`INSERT INTO cuotas (id_orden, numero, centimos, vence)
    SELECT o.id, n, 7450, current_date + 30 * (n - 1) FROM ordenes o, generate_series(1, 2) n WHERE o.numero = ${numero}`
  const { money } = selling(world.t)
  await money(numero, {
    tipo: 'cobro',
    centimos: 7450,
    medio: 'efectivo',
    personal: { id: world.people.admin },
    cuota: 1,
    salda: true,
  })
  await world.t.database.sql`UPDATE ordenes SET estado = 'pagada', pagada_en = now() WHERE numero = ${numero}`
  return numero
}

/** A paid order whose buyer asked for the money back. */
export async function aRequestedRefund(world: World): Promise<string> {
  const numero = await aPaidOrder(world)
  await world.t.database.sql`INSERT INTO orden_devoluciones (id_orden, id_curso, id_cliente, monto_centimos, motivo)
    SELECT id, ${world.cheap.id}, id_cliente, 14900, ${`${MARK}-devolucion`} FROM ordenes WHERE numero = ${numero}`
  return numero
}

/** An underpaid order. */
export async function aShortPaidOrder(world: World): Promise<string> {
  const { sql } = world.t.database
  const numero = await anOrder(world)
  await sql`UPDATE ordenes SET estado = 'en_revision' WHERE numero = ${numero}`
  await sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, moneda, real)
    SELECT 'sandbox', ${randomUUID()}, id, 'approved', 10000, 'PEN', false FROM ordenes WHERE numero = ${numero}`
  return numero
}

export async function aComplaint({ t }: World): Promise<{ id: number; clave: string }> {
  const clave = randomUUID()
  const proveedor = { razon_social: 'Academia', ruc: '20123456786', direccion: 'Lima', nombre: 'Marca 2' }
  const rows = await t.database.sql`INSERT INTO reclamos
      (id_cliente, anio, numero, envio, clave, proveedor, tipo, nombres, apellidos, tipo_documento, numero_documento, domicilio,
       correo, bien, bien_descripcion, detalle, pedido, canal_respuesta, vence)
    VALUES (2, 2026, ${randomInt(1, 9_999_999)}, ${randomUUID()}, ${clave}, ${JSON.stringify(proveedor)}::jsonb, 'reclamo', 'Zuleika',
      ${`${MARK}-apellidos`}, 'DNI', '71717171', ${`${MARK}-domicilio`}, ${`${MARK}-correo@prueba.pe`}, 'servicio', 'Un curso',
      ${`${MARK}-detalle`}, 'Algo', 'correo', '2026-12-31') RETURNING id`
  return { id: idOf(rows), clave }
}

export async function aForum({ t, people, course }: World): Promise<number> {
  const titulo = fresh('foro')
  return idOf(
    await t.database.sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto)
      VALUES (2, ${people.dueña}, 'curso', ${course.id}, ${titulo}, ${`<p>${MARK}-foro</p>`}, ${`${MARK}-foro`}) RETURNING id`,
  )
}

export async function aPost(world: World, foro?: number): Promise<number> {
  const { t, people } = world
  const id_foro = foro ?? (await aForum(world))
  const id = idOf(
    await t.database.sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
      VALUES (${id_foro}, ${people.dueña}, ${`<p>${MARK}-post</p>`}, ${`${MARK}-post`}) RETURNING id`,
  )
  await t.database.sql`UPDATE foros SET total_posts = 1, total_raices = 1 WHERE id = ${id_foro}`
  return id
}

/** A post marked as solution. */
export async function aSolution(world: World): Promise<number> {
  const id = await aPost(world)
  await world.t.database
    .sql`UPDATE foros f SET id_solucion = p.id FROM posts_foro p WHERE p.id = ${id} AND f.id = p.id_foro`
  return id
}

/** An exam with an attempt in this state; pending ones have an ungraded open question. */
export async function aSitting(world: World, estado: 'ninguno' | 'abierto' | 'pendiente' | 'calificado') {
  const { t, people, course, modulo } = world
  const { sql } = t.database
  const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: modulo.id, values: [10], open: [10] })
  if (estado === 'ninguno') {
    const rows =
      await sql`INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno) VALUES (${exam.id}, ${people.dueña}) RETURNING id`
    return { exam, detalle: idOf(rows), respuesta: 0, intento: 0 }
  }
  const attempt = await anAttempt(t.deps.db, people.dueña, exam.id, { estado })
  const frozen = exam.preguntas.map(({ id, pregunta, tipo_pregunta, valor, opciones }) => ({
    ...{ id, pregunta, tipo_pregunta, valor, explicacion: null, id_leccion: null, segundo: null },
    opciones: opciones.map(({ id, opcion, condicion }) => ({ id, opcion, condicion })),
  }))
  await sql`UPDATE intentos_evaluacion SET preguntas = ${JSON.stringify(frozen)}::jsonb WHERE id = ${attempt.id}`
  const respuesta = idOf(
    await sql`INSERT INTO respuestas (id_intento, id_pregunta, respuesta)
      VALUES (${attempt.id}, ${exam.preguntas[1]?.id ?? 0}, ${`${MARK}-respuesta`}) RETURNING id`,
  )
  return { exam, detalle: attempt.id_detalle, respuesta, intento: attempt.id }
}

/** A course whose final exam the victim has passed. */
export async function aPassedCourse({ t, people }: World): Promise<number> {
  const course = await aCourse(t.deps.db, { teacher: people.docente })
  await anEnrolment(t.deps.db, people.dueña, course.id)
  const exam = await anExam(t.deps.db, { id_curso: course.id })
  await anAttempt(t.deps.db, people.dueña, exam.id)
  return course.id
}

export async function aLessonOfOne({ t, modulo }: World): Promise<number> {
  const clave = fresh('leccion')
  return idOf(
    await t.database
      .sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden) VALUES (${modulo.id}, ${clave}, 'Otra', 90) RETURNING id`,
  )
}

export async function anAttendance(world: World): Promise<{ id: number; leccion: number }> {
  const leccion = await aLessonOfOne(world)
  const rows = await world.t.database.sql`INSERT INTO asistencias (usuario_id, leccion_id)
    VALUES (${world.people.dueña}, ${leccion}) RETURNING id`
  return { id: idOf(rows), leccion }
}

/** A class whose lesson the victim has attended. */
export async function anAttendedClass(world: World): Promise<number> {
  const { leccion } = await anAttendance(world)
  return idOf(
    await world.t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
      VALUES (${leccion}, 'Una clase', now() - interval '1 hour', 'https://meet.example.com/a', 1) RETURNING id`,
  )
}

export async function aNotice({ t, people }: World): Promise<number> {
  return idOf(
    await t.database.sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave)
      VALUES (${people.dueña}, 'Otro', ${`${MARK}-aviso`}, ${fresh('clave')}) RETURNING id`,
  )
}

export async function aComment({ t, people, leccion }: World): Promise<number> {
  return idOf(
    await t.database.sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion)
      VALUES (${`${MARK}-comentario`}, ${people.dueña}, ${leccion.id}) RETURNING id`,
  )
}

export async function aTicket({ t, people }: World): Promise<number> {
  return idOf(
    await t.database.sql`INSERT INTO tickets_soporte (id_cliente, numero, id_usuario, mensaje)
      VALUES (2, ${randomInt(1, 2_000_000_000)}, ${people.dueña}, ${`${MARK}-ticket largo`}) RETURNING id`,
  )
}

export async function aReport(world: World): Promise<number> {
  return idOf(
    await world.t.database.sql`INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo, detalle)
      VALUES (2, ${await aPost(world)}, ${world.people.dueña}, 'otro', ${`${MARK}-reporte`}) RETURNING id`,
  )
}

export async function aSession({ t, people }: World): Promise<number> {
  await t.tokenOf(people.dueña)
  return idOf(await t.database.sql`SELECT max(id) AS id FROM accesos WHERE id_usuario = ${people.dueña}`)
}

export async function aDraft({ t, people }: World): Promise<string> {
  const clave = `foro-${randomInt(1, 9_999_999)}`
  await t.database
    .sql`INSERT INTO textos_sin_enviar (id_usuario, clave, contenido) VALUES (${people.dueña}, ${clave}, ${`${MARK}-borrador`})`
  return clave
}

/** A lesson that no outline names, as documents call it. */
export async function aText({ t, modulo }: World): Promise<string> {
  const clave = fresh('texto')
  const rows = await t.database.sql`INSERT INTO lecciones (id_modulo, clave, titulo, contenido, orden, activo, nuevo)
    VALUES (${modulo.id}, ${clave}, 'Por publicar', '<p>Texto.</p>', 1, false, true) RETURNING id`
  return `leccion:${idOf(rows)}`
}

export const TEXT = {
  titulo: 'Lista',
  duracion: 5,
  contenido: '<p>Texto.</p>',
  videos: [],
  materiales: [],
  gratis: false,
}

export const aTaughtCourse = ({ t, people }: World) => aCourse(t.deps.db, { teacher: people.docente })

export async function aTextDraft(world: World): Promise<string> {
  const objeto = await aText(world)
  await world.t.database.sql`INSERT INTO borradores (id_cliente, objeto, documento, version, por)
    VALUES (2, ${objeto}, ${JSON.stringify(TEXT)}::jsonb, nextval('version_documento'), ${world.people.docente})`
  return objeto
}

export async function aVersion(world: World): Promise<number> {
  const [row] = await world.t.database.sql`INSERT INTO versiones (version, id_cliente, objeto, motivo, documento, por)
    VALUES (nextval('version_documento'), 2, ${await aText(world)}, 'descartada', ${JSON.stringify(TEXT)}::jsonb, ${world.people.docente})
    RETURNING version`
  return Number(row?.version)
}

export async function aCode({ t, people }: World): Promise<string> {
  await t.database
    .sql`INSERT INTO referidos (codigo, id_usuario, numero) VALUES (${CODE}, ${people.dueña}, 1) ON CONFLICT DO NOTHING`
  return CODE
}

export async function aFeed({ t, people }: World): Promise<string> {
  const secreto = randomBytes(32).toString('base64url')
  await t.database.sql`INSERT INTO suscripciones_calendario (id_usuario, secreto) VALUES (${people.dueña}, ${secreto})
    ON CONFLICT (id_usuario) DO UPDATE SET secreto = excluded.secreto`
  return `${secreto}.ics`
}

export async function aFile({ t, leccion }: World): Promise<number> {
  const orden = randomInt(2, 2_000_000_000)
  const ruta = await t.deps.storage.put('materiales', Buffer.from(`${MARK}-archivo`), 'txt')
  return idOf(
    await t.database.sql`INSERT INTO materiales (id_leccion, tipo, nombre, ruta, formato, tamano, orden)
      VALUES (${leccion.id}, 'Archivo', 'Apuntes', ${ruta}, 'text/plain', 14, ${orden}) RETURNING id`,
  )
}

export async function aPicture({ t }: World): Promise<string> {
  const bytes = Buffer.from('imagen')
  const name = `${nameOf(bytes)}-320.webp`
  await t.deps.storage.write(`imagenes/${name}`, bytes)
  return name
}

export async function aPhoto({ t }: World): Promise<string> {
  const bytes = Buffer.from('foto')
  const name = `${drawnName()}-320.webp`
  await t.deps.storage.write(`fotos/${name}`, bytes)
  return name
}
