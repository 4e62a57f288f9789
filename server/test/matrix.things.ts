import { randomUUID } from 'node:crypto'
import { aCourse, anEnrolment, aPerson } from './builders.ts'
import { aGroup } from './groups.ts'
import {
  aCertificate,
  aCode,
  aComment,
  aComplaint,
  aCoupon,
  aDraft,
  aFeed,
  aFile,
  aForum,
  aLessonOfOne,
  aNotice,
  anAttendance,
  anAttendedClass,
  anInvoicedOrder,
  anOrder,
  anOverusedCoupon,
  aPaidOrder,
  aPassedCourse,
  aPhoto,
  aPicture,
  aPost,
  aRegisteredSale,
  aReport,
  aRequestedRefund,
  aRevokedCertificate,
  aSaleInParts,
  aSession,
  aShortPaidOrder,
  aSitting,
  aSolution,
  aTaughtCourse,
  aText,
  aTextDraft,
  aTicket,
  aVersion,
  idOf,
} from './matrix.rows.ts'
import type { World } from './matrix.world.ts'

/** Creates the rows named in the table, new for each request unless the whole world shares them. */
export const THINGS = {
  marca: () => 2,
  victima: ({ people }) => people.dueña,
  curso: ({ course }) => course.id,
  curso_aprobado: aPassedCourse,
  por_comprar: ({ cheap }) => cheap.id,
  modulo: ({ modulo }) => modulo.id,
  leccion: ({ leccion }) => leccion.id,
  examen: ({ exam }) => exam.id,
  encuesta: ({ survey }) => survey.id,
  tema: ({ tema }) => tema,
  sesion: async ({ t, leccion }) =>
    idOf(await t.database.sql`SELECT id FROM sesiones WHERE id_leccion = ${leccion.id}`),
  acceso: aSession,
  asistencia: async (world) => (await anAttendance(world)).id,
  sesion_tomada: anAttendedClass,
  leccion_asistida: async (world) => (await anAttendance(world)).leccion,
  leccion_nueva: aLessonOfOne,
  examen_sin_empezar: async (world) => (await aSitting(world, 'ninguno')).exam.id,
  examen_abierto: async (world) => (await aSitting(world, 'abierto')).exam.id,
  detalle: async (world) => (await aSitting(world, 'ninguno')).detalle,
  detalle_abierto: async (world) => (await aSitting(world, 'abierto')).detalle,
  detalle_calificado: async (world) => (await aSitting(world, 'calificado')).detalle,
  respuesta: async (world) => (await aSitting(world, 'pendiente')).respuesta,
  respuesta_calificada: async (world) => {
    const { respuesta } = await aSitting(world, 'calificado')
    await world.t.database.sql`UPDATE respuestas SET puntos = 5 WHERE id = ${respuesta}`
    return respuesta
  },
  examen_dado: async (world) => (await aSitting(world, 'calificado')).exam.id,
  intento_dado: async (world) => (await aSitting(world, 'calificado')).intento,
  certificado: async (world) => (await aCertificate(world)).id,
  codigo_certificado: async (world) => (await aCertificate(world)).code,
  codigo_revocado: aRevokedCertificate,
  aviso: aNotice,
  correo_abandonado: async ({ t, people }) => {
    const correo = { marca: 2, usuario: people.dueña, asunto: 'Orden' }
    const [job] = await t.database.sql`INSERT INTO pgboss.job (name, data, source_name)
      VALUES ('fallidos', ${{ id: 0, _correo: correo }}, 'correo-orden') RETURNING id`
    return String(job?.id)
  },
  correo_fallido: async (world) => {
    const id = await aNotice(world)
    await world.t.database
      .sql`UPDATE notificaciones SET correo = 'fallido', intentos = 8, rechazos = 8 WHERE id = ${id}`
    return id
  },
  comentario: aComment,
  pregunta: async (world) => {
    const id = await aComment(world)
    await world.t.database.sql`UPDATE comentarios SET sin_responder = true WHERE id = ${id}`
    return id
  },
  calendario: aFeed,
  trabajo: async ({ t, people, exam }) =>
    idOf(
      await t.database.sql`INSERT INTO trabajos (id_cliente, tipo, titulo, parametros, pedido_por, envio)
        VALUES (2, 'recalificar', 'Un trabajo', ${{ id_evaluacion: exam.id }}, ${people.docente}, ${randomUUID()}) RETURNING id`,
    ),
  ensayo: async ({ t, people, exam }) =>
    idOf(
      await t.database.sql`INSERT INTO trabajos (id_cliente, tipo, titulo, parametros, pedido_por, envio)
        VALUES (2, 'ensayo', 'Un ensayo', ${{ id_evaluacion: exam.id }}, ${people.docente}, ${randomUUID()}) RETURNING id`,
    ),
  trabajo_fallido: async ({ t, people, exam }) =>
    idOf(
      await t.database
        .sql`INSERT INTO trabajos (id_cliente, tipo, titulo, parametros, pedido_por, envio, estado, terminado_en)
        VALUES (2, 'recalificar', 'Un trabajo', ${{ id_evaluacion: exam.id }}, ${people.docente}, ${randomUUID()}, 'fallido', now()) RETURNING id`,
    ),
  informe: async ({ t, people }) => {
    const parametros = { tipo: 'personas', archivo: 'lista.csv', titulos: [], columnas: [], fuera: [] }
    const id = idOf(
      await t.database
        .sql`INSERT INTO trabajos (id_cliente, tipo, titulo, listado, parametros, pedido_por, envio, estado, terminado_en, total, hechas)
        VALUES (2, 'informe', 'Leer una persona', false, ${parametros}, ${people.soporte}, ${randomUUID()}, 'terminado', now(), 1, 1) RETURNING id`,
    )
    const datos = { nombre: 'ana@prueba.pe', celdas: [] }
    await t.database.sql`INSERT INTO trabajo_filas (id_trabajo, fila, datos, estado, resultado)
      VALUES (${id}, 2, ${datos}, 'hecha', ${{ hace: 'igual', texto: 'Ya estaba así.' }})`
    return id
  },
  colega: async ({ t }) => (await aPerson(t.deps.db, { roles: ['caja'] })).id,
  alumno: async ({ t }) => (await aPerson(t.deps.db)).id,
  alumno_con_cambio: async ({ t }) => {
    const { id } = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO verificaciones_correo (hash, id_usuario, correo, expira_en)
      VALUES (${Buffer.from(randomUUID())}, ${id}, ${`${randomUUID()}@prueba.pe`}, now() + interval '1 hour')`
    return id
  },
  ticket: aTicket,
  orden: anOrder,
  orden_con_factura: anInvoicedOrder,
  orden_en_revision: aShortPaidOrder,
  orden_pagada: aPaidOrder,
  orden_registrada: aRegisteredSale,
  orden_en_cuotas: aSaleInParts,
  cupon: (world) => aCoupon(world),
  lote: (world) => aCoupon(world, true),
  cupon_pasado: anOverusedCoupon,
  orden_con_pedido: aRequestedRefund,
  foro: aForum,
  post: (world) => aPost(world),
  solucion: aSolution,
  reporte: aReport,
  borrador: aDraft,
  texto: aText,
  curso_propio: async (world) => (await aTaughtCourse(world)).id,
  curso_matriculado: async ({ t, people }) => {
    const { id } = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, people.dueña, id)
    return id
  },
  nota_dada: async ({ t, people }) =>
    idOf(
      await t.database.sql`INSERT INTO notas_alumno (id_usuario, texto, por, envio)
        VALUES (${people.dueña}, 'Una nota', ${people.admin}, gen_random_uuid()) RETURNING id`,
    ),
  matricula: async ({ t, people }) => {
    const { id } = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, people.dueña, id)
    return idOf(await t.database.sql`SELECT id FROM matriculas WHERE id_curso = ${id}`)
  },
  matricula_propia: async (world) => {
    const { id } = await aTaughtCourse(world)
    const { db } = world.t.deps
    return (await anEnrolment(db, (await aPerson(db)).id, id)).id
  },
  curso_oculto: async ({ t }) => {
    const { id } = await aCourse(t.deps.db)
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${id}`
    return id
  },
  modulo_propio: async (world) => (await aTaughtCourse(world)).modulos[0]?.id ?? 0,
  leccion_propia: async (world) => (await aTaughtCourse(world)).modulos[0]?.lecciones[0]?.id ?? 0,
  sesion_propia: async (world) => {
    const leccion = (await aTaughtCourse(world)).modulos[0]?.lecciones[0]?.id ?? 0
    return idOf(
      await world.t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
        VALUES (${leccion}, 'Una clase', '2099-01-02T00:30:00Z', 'https://meet.example.com/a', 1) RETURNING id`,
    )
  },
  grupo: async (world) => (await aGroup(world.t.deps.db, (await aTaughtCourse(world)).id)).id,
  categoria_nueva: async ({ t }) =>
    idOf(await t.database.sql`INSERT INTO categorias (id_cliente, nombre) VALUES (2, ${randomUUID()}) RETURNING id`),
  leccion_gratis: async (world) => {
    const id = (await aTaughtCourse(world)).modulos[0]?.lecciones[0]?.id ?? 0
    await world.t.database.sql`UPDATE lecciones SET gratis = true WHERE id = ${id}`
    return id
  },
  categoria: async ({ t, course }) =>
    idOf(await t.database.sql`SELECT id_categoria AS id FROM cursos WHERE id = ${course.id}`),
  texto_borrador: aTextDraft,
  version_de_texto: aVersion,
  codigo: aCode,
  reclamo: async (world) => (await aComplaint(world)).id,
  hoja: async (world) => (await aComplaint(world)).clave,
  material: aFile,
  imagen: aPicture,
  foto: aPhoto,
  pregunta_abierta: async ({ t, people }) =>
    idOf(
      await t.database
        .sql`SELECT r.id_pregunta AS id FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
        JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${people.dueña} AND i.estado = 'abierto' ORDER BY r.id DESC`,
    ),
} satisfies Record<string, (world: World) => number | string | Promise<number | string>>
export type Thing = keyof typeof THINGS
