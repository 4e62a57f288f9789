import { randomBytes, randomUUID } from 'node:crypto'
import { SampleBody } from '@campus/contract/settings'
import { aDocument, limaDay, PASSWORD } from './builders.ts'
import { aCouponBody } from './coupons.ts'
import { TEXT } from './matrix.rows.ts'
import type { World } from './matrix.world.ts'

/** JSON, or a multipart form of text fields or one picture under `file`. */
export type Body =
  | { json: object }
  | { form: Record<string, string>; file?: { name: string; bytes: Buffer; filename?: string } }
type Make = (world: World, values: Record<string, number | string>) => Body | Promise<Body>

const json =
  (body: object = {}): Make =>
  (_world, values) => ({ json: { ...body, ...values } })

/** A new registration. */
export const aNewcomer = () => ({
  numero_documento: aDocument(),
  nombres: 'Nueva',
  apellidos: 'Persona',
  correo: `${randomUUID()}@prueba.pe`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
})

export const aSheet = () => ({
  envio: randomUUID(),
  nombres: 'Rosa',
  apellidos: 'Quispe',
  tipo_documento: 'DNI',
  numero_documento: '12345678',
  domicilio: 'Lima',
  correo: 'rosa@prueba.pe',
  bien: 'servicio',
  bien_descripcion: 'Un curso',
  tipo: 'reclamo',
  detalle: 'No abre.',
  pedido: 'Que abra.',
  canal_respuesta: 'correo',
  conforme: true,
})

const forum: Make = ({ course }) => ({
  json: { titulo: `Foro ${randomUUID()}`, contenido: '<p>Texto</p>', tipo_foro: 'curso', id_curso: course.id },
})

const password = { password: PASSWORD, password_confirmation: PASSWORD }

const named: Make = () => ({ json: { nombres: ['Uno', 'Dos'], envio: randomUUID() } })

async function newestDraft({ t }: World): Promise<{ objeto: string; version: number }> {
  const [draft] = await t.database.sql`SELECT objeto, version FROM borradores ORDER BY version DESC LIMIT 1`
  return { objeto: String(draft?.objeto), version: Number(draft?.version) }
}

const picture: Make = async () => {
  const { default: sharp } = await import('sharp')
  const create = { width: 8, height: 8, channels: 3, background: '#336699' } as const
  return { form: {}, file: { name: 'imagen', bytes: await sharp({ create }).png().toBuffer() } }
}

/** Of a brand. */
export const SETTINGS = {
  nombre: 'Marca 2',
  lema: 'Aprende',
  color_primario: '#4F46E5',
  color_acento: '#F59E0B',
  razon_social: 'Marca SAC',
  ruc: '20123456789',
  direccion: '',
  telefono: '',
  correo: 'hola@marca.pe',
  redes: { facebook: 'https://facebook.com/marca' },
  oferta: 'especificacion',
  descuento_referido: 10,
  descuento_venta: 10,
  dias_gracia: 5,
  devolucion_dias: 7,
  devolucion_avance: 20,
  examenes_desde: 0,
  firma: null,
  texto_certificado: '',
}

/** Valid bodies of the writing calls; `.name=thing` values of the table are inserted. */
const GROUP = {
  ...{ nombre: 'Sábados', horario: '', inicio: null, fin: null },
  ...{ aforo: 20, id_docente: null, en_venta: false },
}
const CLASS = {
  nombre: 'Clase en vivo',
  fecha: '2099-03-07',
  hora_inicio: '19:30',
  duracion: 60,
  enlace: 'https://meet.example.com/b',
}

export const BODIES: Record<string, Make> = {
  'POST /csp-report': json({ 'csp-report': { 'document-uri': 'http://campus.test/', 'blocked-uri': 'inline' } }),
  'POST /loginalumno': () => ({ json: { email: `${randomUUID()}@prueba.pe`, password: PASSWORD } }),
  'POST /logout/huella': () => ({ json: { huella: randomBytes(32).toString('hex') } }),
  'POST /recuperar-contrasena': () => ({ json: { email: `${randomUUID()}@prueba.pe` } }),
  'POST /verificar-correo/{id}': json({ token: 'x' }),
  'PUT /nombre': json({ nombres: 'Luz', apellidos: 'Rojas' }),
  'PUT /actualizar-contrasena/{id}': json({ ...password, password_actual: PASSWORD }),
  'POST /usuarios/{id}': () => ({ form: { _method: 'PUT', ciudad: 'Cusco' } }),
  'DELETE /usuarios/{id}': json({ password: PASSWORD }),
  'POST /empezar': () => ({ json: { ...aNewcomer(), academia: 'Otra', vence: '1', firma: 'x' } }),
  'POST /auth/register': () => ({ json: aNewcomer() }),
  'POST /usuarios': () => ({ form: aNewcomer() }),
  'POST /clientes/{id}': () => ({ form: { lema: 'Aprende' } }),
  'POST /modulos/update-orden': ({ course }) => ({ json: { orden: course.modulos.map(({ id }) => id) } }),
  'POST /lecciones/update-orden': async ({ t, modulo }) => {
    const rows = await t.database.sql`SELECT id FROM lecciones WHERE id_modulo = ${modulo.id} ORDER BY orden, id`
    return { json: { orden: rows.map(({ id }) => Number(id)) } }
  },
  'PUT /ritmo': json({ meta: 5 }),
  'PUT /progreso/leccion/{id}': json({ segundo: 5 }),
  'POST /asistencia/iniciar': json(),
  'POST /asistencia/cerrar': json(),
  'POST /detalle-evaluacion': json(),
  'PUT /detalle-evaluacion/{id}': json(),
  'POST /respuestas': json({ respuesta: 'Texto', secuencia: 1 }),
  'POST /respuestasabiertas': json({ respuesta: 'Texto', secuencia: 1 }),
  'PUT /calificaciones/{id}': json({ puntos: 5, comentario: 'Bien.' }),
  'PUT /gestion/calificaciones/{id}/correccion': json({ puntos: 7, motivo: 'Faltó leer el final.', version: 0 }),
  'PUT /gestion/evaluaciones/{id}/alumnos/{alumno}': json({
    intentos: 1,
    minutos: 0,
    motivo: 'Se fue la luz.',
    version: 0,
  }),
  'POST /gestion/evaluaciones/{id}/extras': () => ({
    json: { quienes: 'todos', intentos: 1, minutos: 0, motivo: 'Se fue la luz.', envio: randomUUID() },
  }),
  'POST /gestion/evaluaciones/{id}/plazo': async ({ t, people }) => {
    // An attempt that ends sooner than its exam allows.
    await t.database
      .sql`UPDATE intentos_evaluacion SET estado = 'abierto', nota = NULL, aprobado = NULL, enviado_en = NULL,
        inicio = now(), limite = now() + interval '30 seconds'
      WHERE id = (SELECT i.id FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
        WHERE d.id_alumno = ${people.dueña} ORDER BY d.id DESC, i.id DESC LIMIT 1)`
    return { json: {} }
  },
  'POST /gestion/evaluaciones/{id}/recalificar': async ({ t, people }) => {
    const [question] = await t.database.sql`SELECT p.id FROM preguntas p JOIN detalle_evaluacion d USING (id_evaluacion)
      WHERE d.id_alumno = ${people.dueña} AND p.tipo_pregunta = 1 ORDER BY d.id DESC, p.id LIMIT 1`
    const decision = 'clave_nueva'
    return { json: { id_pregunta: question?.id, decision, motivo: 'La clave estaba mal.', envio: randomUUID() } }
  },
  'POST /certificados': json(),
  'POST /certificados/{codigo}/revocar': json({ motivo: 'El examen lo dio otra persona.' }),
  'POST /certificados/{codigo}/restaurar': json({ motivo: 'Se aclaró quién dio el examen.' }),
  'PUT /notificaciones/preferencias/ventas': json({ cuando: 'al_dia' }),
  'PUT /notificaciones/preferencias': json({ evento: 'foro', campus: true, correo: false }),
  'POST /comentarios': json({ comentario: 'Una duda' }),
  'PUT /comentarios/{id}': json({ comentario: 'Otra duda' }),
  'POST /enviar-soporte': json({ mensaje: 'No puedo abrir la lección.' }),
  'PUT /gestion/marca': async ({ t }) => {
    await t.database.sql`UPDATE clientes SET version = 1`
    return { json: { ...SETTINGS, version: 1 } }
  },
  'POST /gestion/marca/certificado-ejemplo': json(SampleBody.parse(SETTINGS)),
  'POST /gestion/marca/imagenes/{cual}': picture,
  'PUT /gestion/marca-activa': json(),
  'POST /gestion/marcas': () => ({
    json: {
      nombre: 'Marca nueva',
      slug: `m-${randomUUID()}`,
      color_primario: '#123456',
      color_acento: '#654321',
      administrador: { nombres: 'Ana', apellidos: 'Paz', correo: `${randomUUID()}@prueba.pe` },
      password: PASSWORD,
    },
  }),
  'PUT /gestion/marcas/{id}': async ({ t }) => {
    await t.database.sql`UPDATE clientes SET version = 1`
    return { json: { nombre: 'Marca 2', dominios: [], activa: true, version: 1 } }
  },
  // No server listens there: tried, and not kept.
  'PUT /gestion/conexiones/mercadopago': json({
    access_token: 'APP_USR-de-prueba',
    webhook_secret: 'clave-de-los-avisos',
    version: 0,
    password: PASSWORD,
  }),
  'PUT /gestion/conexiones/correo': json({
    ...{ servidor: '127.0.0.1', puerto: 1, usuario: '', remitente: 'hola@prueba.pe', version: 0, password: PASSWORD },
  }),
  'POST /gestion/conexiones/{cual}/quitar': json({ version: 0, password: 'Otra-clave-1' }),
  'POST /gestion/equipo': () => ({
    json: {
      nombres: 'Nueva',
      apellidos: 'Colega',
      correo: `${randomUUID()}@prueba.pe`,
      roles: ['caja'],
      password: PASSWORD,
    },
  }),
  'PUT /gestion/equipo/{id}': json({ roles: ['soporte'], estado: 'activo', version: 1, password: PASSWORD }),
  'POST /gestion/usuarios/{id}/enlace': json({}),
  'PUT /soporte/{id}': json({ respuesta: 'Ya se puede.' }),
  'PUT /soporte/{id}/estado': json({ estado: 'cerrado', visto: 'abierto' }),
  'POST /mercadopago/webhook': json({ type: 'payment', data: { id: '1' } }),
  'POST /mercadopago/preference': ({ cheap }) => ({ json: { items: [{ id: cheap.id, costo: 0.01, quantity: 1 }] } }),
  'POST /pasarela-de-prueba/{numero}': json({ accion: 'dejar_pendiente' }),
  'POST /ordenes/{numero}/devolucion': ({ cheap }) => ({ json: { cursos: [cheap.id] } }),
  'POST /gestion/ventas': ({ cheap }, values) => ({
    json: { cursos: [cheap.id], medio: 'efectivo', dia: limaDay(), total: 149, envio: randomUUID(), ...values },
  }),
  'POST /gestion/cupones': () => ({ json: aCouponBody() }),
  'PUT /gestion/cupones/{id}': () => {
    const { codigo: _, envio: __, ...terms } = aCouponBody()
    return { json: { ...terms, version: 1 } }
  },
  'POST /gestion/cupones/{id}/vistos': async ({ t }) => {
    const [last] = await t.database
      .sql`SELECT o.numero FROM ordenes o JOIN cupon_usos u ON u.id_orden = o.id ORDER BY o.id DESC LIMIT 1`
    return { json: { ordenes: [last?.numero ?? randomUUID()] } }
  },
  'POST /gestion/cupones/{id}/codigos': () => ({ json: { cantidad: 2, envio: randomUUID() } }),
  'POST /gestion/devoluciones': (_, values) => ({
    json: {
      ...{ monto: 1, cierra: [], motivo: 'Pagó de más.', envio: randomUUID(), password: PASSWORD },
      ...{ via: 'registrada', medio: 'efectivo', ...values },
    },
  }),
  'PUT /gestion/ordenes/{numero}/anular': async ({ t }) => {
    const [last] = await t.database.sql`SELECT max(id) AS id FROM movimientos WHERE origen = 'personal'`
    return { json: { id_movimiento: Number(last?.id), motivo: 'Era de otra persona.' } }
  },
  'POST /gestion/ordenes/{numero}/cuotas': () => ({
    json: { cuota: 2, medio: 'efectivo', dia: limaDay(), monto: 74.5 },
  }),
  'POST /ordenes/{numero}/cuota': json({ cuota: 2 }),
  'PUT /gestion/ordenes/{numero}/comprobante': json({ tipo: 'boleta', tipo_documento: 'DNI', documento: '40506071' }),
  'PUT /gestion/ordenes/{numero}/comprobante/numero': () => ({
    json: { numero: `B001-${randomBytes(4).toString('hex')}` },
  }),
  'POST /gestion/caja/cierres': () => ({ json: { esperado: 0.37, contado: 0.37, envio: randomUUID() } }),
  'POST /gestion/ventas/exportar': json({ desde_dia: '2026-01-01', hasta_dia: '2026-01-31', password: PASSWORD }),
  'PUT /ordenes/{numero}/devolucion': ({ cheap }) => ({
    json: { cursos: [cheap.id], respuesta: 'Pasó el plazo.' },
  }),
  'PUT /ordenes/{numero}/aceptar': json({ motivo: 'Pagó el resto en la oficina.' }),
  'POST /foros': forum,
  'PUT /foros/{id}': forum,
  'PUT /foros/{id}/seguimiento': json({ seguimiento: 'siguiendo' }),
  'PUT /foros/{id}/leido': json({ ultimo_post: 1 }),
  'POST /foros/imagenes': picture,
  'PUT /borradores/{clave}': json({ contenido: '<p>Aún no</p>' }),
  // In a category that stands: a new one has a line of its own.
  'POST /gestion/cursos': async ({ t, course }) => {
    const [row] = await t.database
      .sql`SELECT k.nombre FROM categorias k JOIN cursos c ON c.id_categoria = k.id WHERE c.id = ${course.id}`
    return { json: { nombre: 'Un curso', categoria: row?.nombre, nivel: 'Básico', envio: randomUUID() } }
  },
  'POST /gestion/cursos/{id}/duplicar': () => ({ json: { nombre: 'Una copia', envio: randomUUID() } }),
  'POST /gestion/cursos/{id}/modulos': named,
  'POST /gestion/modulos/{id}/lecciones': named,
  'POST /gestion/modulos/{id}/duplicar': () => ({
    json: { nombre: 'Una copia', lecciones: [], envio: randomUUID() },
  }),
  'POST /gestion/cursos/{id}/evaluaciones': named,
  'PUT /gestion/cursos/{id}/estado': json({ estado: 'oculto', version: 1 }),
  'PUT /gestion/cursos/{id}/docentes': ({ people }) => ({ json: { docentes: [people.docente], version: 1 } }),
  'PUT /gestion/cursos/{id}/precio': json({ costo: 120, promocion: null, promocion_hasta: null, version: 1 }),
  'POST /gestion/categorias': () => ({ json: { nombre: randomUUID(), envio: randomUUID() } }),
  'PUT /gestion/categorias/{id}': () => ({ json: { nombre: randomUUID(), activa: true, version: 1 } }),
  'PUT /gestion/catalogo/orden': async ({ t }, values) => {
    const [row] = await t.database.sql`SELECT max(id) AS id FROM categorias WHERE id_cliente = 2`
    return { json: { ...values, ids: [Number(row?.id)] } }
  },
  'POST /gestion/sesiones': (_world, values) => ({ json: { ...values, ...CLASS, envio: randomUUID() } }),
  'PUT /gestion/sesiones/{id}': async ({ t }) => {
    const [row] = await t.database.sql`SELECT id_leccion FROM sesiones ORDER BY id DESC LIMIT 1`
    return { json: { ...CLASS, id_leccion: Number(row?.id_leccion), avisar: false, version: 1 } }
  },
  'POST /gestion/sesiones/{id}/cancelar': json({ avisar: false, version: 1 }),
  'PUT /gestion/sesiones/{id}/asistencias/{alumno}': json({
    estado: 'cerrada',
    antes: { id_asistencia: null, estado: 'no' },
  }),
  'POST /gestion/sesiones/{id}/asistencias': json(),
  'POST /gestion/sesiones/{id}/asistencias/deshacer': async ({ t }) => {
    const [row] = await t.database.sql`SELECT id FROM asistencias ORDER BY id DESC LIMIT 1`
    return { json: { marcas: [{ id_asistencia: Number(row?.id), antes: 'no' }] } }
  },
  'POST /gestion/correos/otros/{id}/reintentar': json(),
  'POST /gestion/correos/{id}/reintentar': json(),
  'POST /gestion/correos/reintentar': json(),
  'POST /gestion/matriculas': (_world, { id_curso }) => ({
    json: { cursos: [id_curso], personas: [{ correo: `${randomUUID()}@prueba.pe`, nombres: 'Luz Rojas' }] },
  }),
  'POST /gestion/alumnos/{id}/notas': () => ({ json: { texto: 'Pidió un certificado impreso.', envio: randomUUID() } }),
  'PUT /gestion/matriculas/{id}': () => ({ json: { accion: 'suspender', motivo: 'Lo pidió.', version: 0 } }),
  'POST /gestion/grupos': (_world, values) => ({ json: { ...values, ...GROUP, envio: randomUUID() } }),
  'PUT /gestion/grupos/{id}': () => ({ json: { ...GROUP, cerrado: false, version: 1 } }),
  'POST /gestion/matriculas/lote': (_world, { id_matricula }) => ({
    json: { ids: [id_matricula], accion: 'suspender', motivo: 'Lo pidieron.', envio: randomUUID() },
  }),
  'POST /gestion/matriculas/lote/compradas': (_world, { id_matricula }) => ({ json: { ids: [id_matricula] } }),
  'POST /gestion/matriculas/exportar': json({ password: PASSWORD }),
  'POST /gestion/mensajes/alcance': (_world, { id_matricula }) => ({ json: { ids: [id_matricula] } }),
  'POST /gestion/mensajes': (_world, { id_matricula }) => ({
    json: { ids: [id_matricula], titulo: 'Clase de repaso', texto: 'Nos vemos el martes.', envio: randomUUID() },
  }),
  'PUT /gestion/alumnos/{id}': () => ({
    json: {
      nombres: 'Luz',
      apellidos: 'Rojas',
      numero_documento: aDocument(),
      motivo: 'Así dice su DNI.',
      version: 1,
    },
  }),
  'POST /gestion/alumnos/{id}/correo': () => ({
    json: { correo: `${randomUUID()}@prueba.pe`, motivo: 'Ya no usa el de antes.' },
  }),
  'POST /gestion/alumnos/{id}/cerrar-sesiones': json({ motivo: 'Perdió su teléfono.' }),
  'POST /gestion/alumnos/{id}/datos': json({ password: PASSWORD }),
  'POST /gestion/alumnos/{id}/cierre': json({ motivo: 'Lo pidió por escrito.' }),
  'PUT /gestion/temas/orden': async ({ t }) => {
    const rows = await t.database.sql`SELECT id FROM temas_prompt WHERE id_cliente = 2 ORDER BY orden, id`
    return { json: { ids: rows.map(({ id }) => Number(id)) } }
  },
  'POST /gestion/temas': () => ({ json: { nombre: 'Un tema', envio: randomUUID() } }),
  'POST /gestion/exportar-carpeta': () => ({ json: { password: PASSWORD } }),
  'POST /gestion/importaciones': () => ({
    form: { tipo: 'personas', envio: randomUUID() },
    file: {
      name: 'archivo',
      bytes: Buffer.from('correo,nombres,apellidos\nluz@prueba.pe,Luz,Rojas'),
      filename: 'lista.csv',
    },
  }),
  'POST /gestion/importaciones/{id}/ejecutar': () => ({ json: { solo_buenas: true, envio: randomUUID() } }),
  'POST /gestion/archivos': () => ({
    form: {},
    file: { name: 'archivo', bytes: Buffer.from('Apuntes.'), filename: 'a.txt' },
  }),
  'PUT /gestion/documentos/{objeto}': json({ documento: TEXT, version: 0 }),
  'POST /gestion/documentos/{objeto}/versiones': json({ documento: TEXT }),
  'DELETE /gestion/documentos/{objeto}': async (world) => ({ json: { version: (await newestDraft(world)).version } }),
  'POST /gestion/versiones/{version}/restaurar': json({ version: 0 }),
  'POST /gestion/publicar': async (world) => ({
    json: { documentos: [await newestDraft(world)], acepta_avisos: true },
  }),
  'POST /gestion/vista-previa': async (world) => {
    const draft = await newestDraft(world)
    return { json: { documentos: [draft], pantalla: draft.objeto } }
  },
  'PUT /reportes-foro/{id}': json({ decision: 'rechazado', razon: 'No rompe ninguna regla.' }),
  'POST /posts-foro': json({ contenido: '<p>Hola</p>' }),
  'PUT /posts-foro/{id}': json({ contenido: '<p>Mejor así</p>' }),
  'POST /posts-foro/{id}/reportes': json({ motivo: 'otro' }),
  'POST /foros/{id}/reportes': json({ motivo: 'otro' }),
  'POST /prompts-generados/{id}/generar': json({ respuestas: { asunto: 'el agua' } }),
  'POST /referidos': json(),
  'PUT /paginas/{clave}': json({ titulo: 'Términos', markdown: 'Texto.' }),
  'PUT /ranking/preferencia': json({ iniciales: true }),
  'POST /reclamos': () => ({ json: aSheet() }),
  'PUT /reclamos/{id}/respuesta': json({ respuesta: 'Lo resolvimos.' }),
}
