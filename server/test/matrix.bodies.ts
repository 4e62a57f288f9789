import { randomUUID } from 'node:crypto'
import { aDocument, PASSWORD } from './builders.ts'
import type { World } from './matrix.world.ts'

/** A body as JSON, or a multipart form of text fields, or of one picture under `file`. */
export type Body =
  | { json: object }
  | { form: Record<string, string>; file?: { name: string; bytes: Buffer; filename?: string } }
type Make = (world: World, values: Record<string, number | string>) => Body | Promise<Body>

const json =
  (body: object = {}): Make =>
  (_world, values) => ({ json: { ...body, ...values } })

/** A person whom nobody knows, as the registration sends one. */
export const aNewcomer = () => ({
  numero_documento: aDocument(),
  nombres: 'Nueva',
  apellidos: 'Persona',
  correo: `${randomUUID()}@prueba.pe`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
})

/** A sheet of the complaints book. */
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

/** What each writing call is sent with, right in every field; the values of the table's `.name=thing` are put in. */
export const BODIES: Record<string, Make> = {
  'POST /csp-report': json({ 'csp-report': { 'document-uri': 'http://campus.test/', 'blocked-uri': 'inline' } }),
  'POST /loginalumno': () => ({ json: { email: `${randomUUID()}@prueba.pe`, password: PASSWORD } }),
  'POST /recuperar-contrasena': () => ({ json: { email: `${randomUUID()}@prueba.pe` } }),
  'PUT /actualizar-contrasena/{id}': json({ ...password, password_actual: PASSWORD }),
  'POST /usuarios/{id}': () => ({ form: { _method: 'PUT', ciudad: 'Cusco' } }),
  'DELETE /usuarios/{id}': json({ password: PASSWORD }),
  'POST /auth/register': () => ({ json: aNewcomer() }),
  'POST /usuarios': () => ({ form: aNewcomer() }),
  'POST /clientes/{id}': () => ({ form: { lema: 'Aprende' } }),
  'POST /modulos/update-orden': ({ course }) => ({ json: { orden: course.modulos.map(({ id }) => id) } }),
  'POST /lecciones/update-orden': async ({ t, modulo }) => {
    const rows = await t.database.sql`SELECT id FROM lecciones WHERE id_modulo = ${modulo.id} ORDER BY orden, id`
    return { json: { orden: rows.map(({ id }) => Number(id)) } }
  },
  'PUT /progreso/leccion/{id}': json({ segundo: 5 }),
  'POST /asistencia/iniciar': json(),
  'POST /asistencia/cerrar': json(),
  'POST /detalle-evaluacion': json(),
  'PUT /detalle-evaluacion/{id}': json(),
  'POST /respuestas': json({ respuesta: 'Texto', secuencia: 1 }),
  'POST /respuestasabiertas': json({ respuesta: 'Texto', secuencia: 1 }),
  'PUT /calificaciones/{id}': json({ puntos: 5, comentario: 'Bien.' }),
  'POST /certificados': json(),
  'POST /certificados/{codigo}/revocar': json({ motivo: 'El examen lo dio otra persona.' }),
  'POST /certificados/{codigo}/restaurar': json({ motivo: 'Se aclaró quién dio el examen.' }),
  'PUT /notificaciones/preferencias': json({ evento: 'foro', campus: true, correo: false }),
  'POST /comentarios': json({ comentario: 'Una duda' }),
  'PUT /comentarios/{id}': json({ comentario: 'Otra duda' }),
  'POST /enviar-soporte': json({ mensaje: 'No puedo abrir la lección.' }),
  'PUT /soporte/{id}': json({ respuesta: 'Ya se puede.' }),
  'POST /mercadopago/webhook': json({ type: 'payment', data: { id: '1' } }),
  'POST /mercadopago/preference': ({ cheap }) => ({ json: { items: [{ id: cheap.id, costo: 0.01, quantity: 1 }] } }),
  'POST /pasarela-de-prueba/{numero}': json({ accion: 'dejar_pendiente' }),
  'PUT /ordenes/{numero}/aceptar': json({ motivo: 'Pagó el resto en la oficina.' }),
  'POST /foros': forum,
  'PUT /foros/{id}': forum,
  'PUT /foros/{id}/seguimiento': json({ seguimiento: 'siguiendo' }),
  'PUT /foros/{id}/leido': json({ ultimo_post: 1 }),
  'POST /foros/imagenes': async () => {
    const { default: sharp } = await import('sharp')
    const create = { width: 8, height: 8, channels: 3, background: '#336699' } as const
    return { form: {}, file: { name: 'imagen', bytes: await sharp({ create }).png().toBuffer() } }
  },
  'PUT /borradores/{clave}': json({ contenido: '<p>Aún no</p>' }),
  'PUT /reportes-foro/{id}': json({ decision: 'rechazado' }),
  'POST /posts-foro': json({ contenido: '<p>Hola</p>' }),
  'PUT /posts-foro/{id}': json({ contenido: '<p>Mejor así</p>' }),
  'POST /posts-foro/{id}/reportes': json({ motivo: 'otro' }),
  'POST /prompts-generados/{id}/generar': json({ respuestas: { asunto: 'el agua' } }),
  'POST /referidos': json(),
  'PUT /paginas/{clave}': json({ titulo: 'Términos', markdown: 'Texto.' }),
  'PUT /ranking/preferencia': json({ iniciales: true }),
  'POST /reclamos': () => ({ json: aSheet() }),
  'PUT /reclamos/{id}/respuesta': json({ respuesta: 'Lo resolvimos.' }),
}
