import { expect } from 'vitest'
import { type Act, type Line, managed, of } from './audit.calls.ts'

const staged = (hecho: string): Line => ({
  objeto: expect.stringMatching(/^leccion:\d+$/),
  detalle: { hecho, version: expect.any(Number) },
})

const ofCourse =
  (detalle: object) =>
  (id: string): Line => ({ objeto: `curso:${id}`, detalle })

const republished = (objeto: string): Line => ({
  objeto,
  detalle: { hecho: 'publicado', version: expect.any(Number) },
})

const ofClass = (hecho: string, alumnos: number): Line => ({
  objeto: expect.stringMatching(/^leccion:\d+$/),
  detalle: { hecho, clase: 'Una clase', alumnos },
})

const ofStudent =
  (hecho: string, more: object = {}) =>
  (id: string): Line => ({ sobre: Number(id), objeto: `usuario:${id}`, detalle: { hecho, ...more } })

export const MANAGEMENT: Act[] = [
  managed('POST /modulos/update-orden', 'docente', (_, { course }) => republished(`curso:${course.id}`)),
  managed('POST /lecciones/update-orden', 'docente', (_, { course }) => republished(`curso:${course.id}`)),
  managed('DELETE /asistencias/{id}', 'docente', (id, { people }) => ({
    sobre: people.dueña,
    objeto: `asistencia:${id}`,
  })),
  managed('PUT /ordenes/{numero}/devolucion', 'admin', (numero, { people, cheap }) => ({
    sobre: people.dueña,
    objeto: `devolucion:${numero}`,
    detalle: { hecho: 'negada', cursos: [String(cheap.id)], centimos: 14_900, respuesta: 'Pasó el plazo.' },
  })),
  managed('PUT /gestion/ordenes/{numero}/anular', 'admin', (numero, { people }) => ({
    sobre: people.dueña,
    objeto: `orden:${numero}`,
    detalle: {
      ...{ hecho: 'cobro anulado', medio: 'efectivo', operacion: null, dia: expect.any(String), centimos: -14_900 },
      ...{ antes: 14_900, neto: 0, orden_antes: 'pagada', orden: 'cancelada' },
      // Another order of hers holds the course.
      ...{ cursos: [], motivo: 'Era de otra persona.' },
    },
  })),
  managed('POST /gestion/ordenes/{numero}/cuotas', 'caja', (numero, { people }) => ({
    sobre: people.dueña,
    objeto: `orden:${numero}`,
    detalle: {
      ...{ hecho: 'cuota', cuota: 2, medio: 'efectivo', operacion: null, dia: expect.any(String), centimos: 7450 },
    },
  })),
  managed('POST /gestion/equipo', 'admin', () => ({
    sobre: expect.any(Number),
    objeto: expect.stringMatching(/^usuario:\d+$/),
    detalle: { invitado: true, roles: ['caja'] },
  })),
  managed('POST /gestion/usuarios/{id}/enlace', 'soporte', (id) => ({
    sobre: Number(id),
    objeto: `enlace:${id}`,
    detalle: { hecho: 'enlace copiado', tipo: 'restablecer' },
  })),
  managed('PUT /gestion/equipo/{id}', 'admin', (id) => ({
    sobre: Number(id),
    objeto: `usuario:${id}`,
    detalle: { antes: ['caja'], roles: ['soporte'], estado: 'activo' },
  })),
  managed('PUT /gestion/marca', 'admin', () => ({
    objeto: 'cliente:2',
    detalle: { campos: expect.arrayContaining(['lema', 'descuento_referido']) },
  })),
  managed('POST /gestion/marca/imagenes/{cual}', 'admin', () => ({
    objeto: 'cliente:2',
    detalle: { campos: ['isotipo'] },
  })),
  managed('POST /gestion/marcas', 'plataforma', () => ({
    sobre: expect.any(Number),
    objeto: expect.stringMatching(/^cliente:\d+$/),
    id_cliente: expect.any(Number),
    detalle: { marca_nueva: true },
  })),
  managed('PUT /gestion/marcas/{id}', 'plataforma', () => ({
    objeto: 'cliente:2',
    detalle: { dominios: [], activa: true },
  })),
  managed('PUT /soporte/{id}', 'admin', (id, { people }) => ({ sobre: people.dueña, objeto: `soporte:${id}` })),
  managed('PUT /soporte/{id}/estado', 'admin', (id, { people }) => ({
    sobre: people.dueña,
    objeto: `soporte:${id}`,
    detalle: { antes: 'abierto', estado: 'cerrado' },
  })),
  managed('PUT /gestion/evaluaciones/{id}/alumnos/{alumno}', 'docente', (id, { people }) => ({
    sobre: people.dueña,
    objeto: `evaluacion:${id}`,
    detalle: {
      campos: ['extras'],
      ...{ intentos: 1, minutos: 0, cierre: null, motivo: 'Se fue la luz.', abiertos: false },
      antes: '{"intentos":0,"minutos":0,"cierre":null}',
    },
  })),
  managed('POST /gestion/evaluaciones/{id}/extras', 'docente', (id) => ({
    objeto: `evaluacion:${id}`,
    detalle: {
      ...{ campos: ['extras'], quienes: 'todos', alumnos: expect.any(Number) },
      ...{ intentos: 1, minutos: 0, cierre: null, abiertos: false, motivo: 'Se fue la luz.' },
      trabajo: expect.any(Number),
    },
  })),
  managed('POST /gestion/evaluaciones/{id}/plazo', 'docente', (id) => ({
    objeto: `evaluacion:${id}`,
    detalle: { campos: ['plazo'], intentos: 1 },
  })),
  managed('POST /gestion/evaluaciones/{id}/recalificar', 'docente', (id) => ({
    objeto: `evaluacion:${id}`,
    detalle: {
      campos: ['recalificacion'],
      pregunta: expect.any(Number),
      decision: 'clave_nueva',
      motivo: 'La clave estaba mal.',
      trabajo: expect.any(Number),
    },
  })),
  managed('POST /gestion/trabajos/{id}/cancelar', 'docente', (id) => ({
    objeto: `trabajo:${id}`,
    detalle: { campos: ['estado'], estado: 'cancelado', total: 0, hechas: 0, errores: 0 },
  })),
  managed('POST /gestion/trabajos/{id}/reintentar', 'docente', (id) => ({
    objeto: `trabajo:${id}`,
    detalle: { campos: ['estado'], estado: 'en_cola' },
  })),
  managed('POST /clientes/{id}', 'admin', () => ({ objeto: 'cliente:2', detalle: { campos: ['lema'] } })),
  managed('PUT /paginas/{clave}', 'admin', () => republished('pagina:terminos')),
  managed('PUT /reclamos/{id}/respuesta', 'admin', (id) => ({ objeto: `reclamo:${id}` })),
  managed('POST /gestion/cursos', 'admin', () => ({
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'creado', nombre: 'Un curso' },
  })),
  managed('POST /gestion/cursos/{id}/duplicar', 'admin', (id) => ({
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'duplicado', nombre: 'Una copia', de: Number(id) },
  })),
  managed('POST /gestion/cursos/{id}/modulos', 'docente', ofCourse({ hecho: 'modulos', nombres: ['Uno', 'Dos'] })),
  managed('POST /gestion/modulos/{id}/lecciones', 'docente', () => ({
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'lecciones', nombres: ['Uno', 'Dos'] },
  })),
  managed('POST /gestion/modulos/{id}/duplicar', 'docente', (id) => ({
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'modulo duplicado', nombre: 'Una copia', de: Number(id) },
  })),
  managed(
    'POST /gestion/cursos/{id}/evaluaciones',
    'docente',
    ofCourse({ hecho: 'evaluaciones', nombres: ['Uno', 'Dos'] }),
  ),
  managed('DELETE /gestion/cursos/{id}', 'admin', ofCourse({ hecho: 'eliminado', nombre: expect.any(String) })),
  managed('PUT /gestion/cursos/{id}/estado', 'docente', ofCourse({ hecho: 'estado', estado: 'oculto' })),
  managed('PUT /gestion/cursos/{id}/docentes', 'admin', ofCourse({ hecho: 'docentes', docentes: expect.any(String) })),
  managed(
    'PUT /gestion/cursos/{id}/precio',
    'admin',
    ofCourse({ hecho: 'precio', costo: 120, promocion: null, promocion_hasta: null }),
  ),
  managed('POST /gestion/categorias', 'admin', () => ({
    objeto: expect.stringMatching(/^categoria:\d+$/),
    detalle: { hecho: 'creada', nombre: expect.any(String) },
  })),
  managed('PUT /gestion/categorias/{id}', 'admin', (id) => ({
    objeto: `categoria:${id}`,
    detalle: { hecho: 'cambiada', nombre: expect.any(String), activa: true },
  })),
  managed('PUT /gestion/catalogo/orden', 'admin', () => ({
    objeto: 'catalogo:categorias',
    detalle: { orden: [expect.any(String)] },
  })),
  managed('POST /gestion/sesiones', 'docente', () => ({
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'sesiones', nombre: 'Clase en vivo', fecha: '2099-03-07', hora_inicio: '19:30', veces: 1 },
  })),
  managed('PUT /gestion/sesiones/{id}', 'docente', (id) => ({
    objeto: `sesion:${id}`,
    detalle: {
      ...{ hecho: 'sesión cambiada', nombre: 'Clase en vivo', avisar: false },
      ...{ antes: '2099-01-01 19:30', ahora: '2099-03-07 19:30' },
    },
  })),
  managed('POST /gestion/sesiones/{id}/cancelar', 'docente', (id) => ({
    objeto: `sesion:${id}`,
    detalle: {
      ...{ hecho: 'sesión cancelada', nombre: 'Una clase', avisar: false },
      ...{ antes: '2099-01-01 19:30', ahora: '2099-01-01 19:30' },
    },
  })),
  managed('PUT /gestion/sesiones/{id}/asistencias/{alumno}', 'docente', (_, { people }) => ({
    sobre: people.dueña,
    objeto: expect.stringMatching(/^asistencia:\d+$/),
    detalle: { hecho: 'asistió', clase: 'Una clase' },
  })),
  managed('POST /gestion/sesiones/{id}/asistencias', 'docente', () => ofClass('asistieron todos', 2)),
  managed('POST /gestion/sesiones/{id}/asistencias/deshacer', 'docente', () => ofClass('asistencias deshechas', 1)),
  managed('POST /gestion/correos/{id}/reintentar', 'admin', (id, { people }) => ({
    sobre: people.dueña,
    objeto: `notificacion:${id}`,
    detalle: { hecho: 'correo reintentado' },
  })),
  managed('POST /gestion/correos/otros/{id}/reintentar', 'admin', (id) => ({
    objeto: `correo:${id}`,
    detalle: { hecho: 'correo reintentado' },
  })),
  managed('POST /gestion/correos/reintentar', 'admin', () => ({
    objeto: 'correos',
    detalle: { hecho: 'correos reintentados', correos: expect.any(Number) },
  })),
  managed('PUT /gestion/ordenes/{numero}/comprobante', 'admin', (numero, { people }) => ({
    sobre: people.dueña,
    objeto: `orden:${numero}`,
    detalle: { hecho: 'comprobante', tipo: 'boleta' },
  })),
  managed('PUT /gestion/ordenes/{numero}/comprobante/numero', 'admin', (numero, { people }) => ({
    sobre: people.dueña,
    objeto: `orden:${numero}`,
    detalle: { hecho: 'número de comprobante', tipo: 'boleta', antes: null, numero: expect.stringMatching(/^B001-/) },
  })),
  managed('POST /gestion/ventas/exportar', 'admin', () => ({
    objeto: 'ventas',
    detalle: { hecho: 'ventas exportadas', desde: '2026-01-01', hasta: '2026-01-31', movimientos: expect.any(Number) },
  })),
  managed('POST /gestion/ventas', 'caja', (_, { cheap }) => ({
    sobre: expect.any(Number),
    objeto: expect.stringMatching(/^orden:[0-9a-f-]{36}$/),
    detalle: {
      ...{ hecho: 'venta', medio: 'efectivo', operacion: null, dia: expect.any(String), centimos: 14_900 },
      ...{ descuento: 0, cursos: [String(cheap.id)] },
    },
  })),
  managed('POST /gestion/cupones', 'admin', () => ({
    objeto: expect.stringMatching(/^cupon:\d+$/),
    detalle: {
      ...{ hecho: 'creado', nombre: 'Día de la madre', codigo: expect.any(String), porcentaje: 20, descuento: null },
    },
  })),
  managed('PUT /gestion/cupones/{id}', 'admin', (id) => ({
    objeto: `cupon:${id}`,
    detalle: {
      ...{ hecho: 'cambiado', nombre: 'Día de la madre', porcentaje: 20, descuento: null, desde: null, hasta: null },
      ...{ usos: null, usos_persona: 1 },
    },
  })),
  managed('POST /gestion/cupones/{id}/cerrar', 'admin', (id) => ({
    objeto: `cupon:${id}`,
    detalle: { hecho: 'cerrado', nombre: 'Día de la madre' },
  })),
  managed('POST /gestion/cupones/{id}/vistos', 'admin', (id) => ({
    objeto: `cupon:${id}`,
    detalle: { hecho: 'usos de más vistos', ordenes: [expect.any(String)] },
  })),
  managed('POST /gestion/cupones/{id}/codigos', 'admin', (id) => ({
    objeto: `cupon:${id}`,
    detalle: { hecho: 'códigos creados', cantidad: 2 },
  })),
  managed('POST /gestion/matriculas', 'soporte', () => ({
    sobre: expect.any(Number),
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'matriculada', antes: null, hasta: null, cuenta_nueva: true },
  })),
  managed('POST /gestion/alumnos/{id}/notas', 'soporte', (id) => ({
    sobre: Number(id),
    objeto: expect.stringMatching(/^nota:\d+$/),
    detalle: { hecho: 'nota escrita' },
  })),
  managed('DELETE /gestion/alumnos/{id}/notas/{nota}', 'admin', (id) => ({
    sobre: Number(id),
    objeto: expect.stringMatching(/^nota:\d+$/),
    detalle: { hecho: 'nota borrada' },
  })),
  managed('PUT /gestion/matriculas/{id}', 'soporte', (_, { people }) => ({
    sobre: people.dueña,
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'suspendida', antes: null, hasta: null, motivo: 'Lo pidió.' },
  })),
  managed('POST /gestion/matriculas/lote', 'soporte', () => ({
    objeto: 'matriculas',
    detalle: { hecho: 'suspender', matriculas: 1, motivo: 'Lo pidieron.', trabajo: expect.any(Number) },
  })),
  managed('POST /gestion/matriculas/exportar', 'admin', () => ({
    objeto: 'matriculas',
    detalle: { hecho: 'matrículas exportadas', matriculas: expect.any(Number) },
  })),
  managed('POST /gestion/mensajes', 'admin', () => ({
    objeto: expect.stringMatching(/^curso:\d+$/),
    detalle: { hecho: 'mensaje enviado', personas: 1, titulo: 'Clase de repaso', trabajo: expect.any(Number) },
  })),
  managed('POST /gestion/grupos', 'soporte', () => ({
    objeto: expect.stringMatching(/^grupo:\d+$/),
    detalle: { hecho: 'grupo creado', nombre: 'Sábados', curso: expect.any(String), plazas: 20, en_venta: false },
  })),
  managed('PUT /gestion/grupos/{id}', 'soporte', (id) => ({
    objeto: `grupo:${id}`,
    detalle: {
      ...{ hecho: 'grupo cambiado', nombre: 'Sábados', curso: expect.any(String) },
      cambios: ['vacantes: de nada a 20'],
    },
  })),
  managed('PUT /gestion/alumnos/{id}', 'soporte', (id) => ({
    sobre: Number(id),
    objeto: `usuario:${id}`,
    detalle: {
      campos: ['nombres', 'apellidos', 'numero_documento'],
      certificados: 0,
      motivo: 'Así dice su DNI.',
    },
  })),
  managed('POST /gestion/alumnos/{id}/correo', 'soporte', (id) => ({
    sobre: Number(id),
    objeto: `usuario:${id}`,
    detalle: { hecho: 'cambio de correo pedido', campos: ['correo'], motivo: 'Ya no usa el de antes.' },
  })),
  managed('POST /gestion/alumnos/{id}/correo/reenviar', 'soporte', ofStudent('cambio de correo reenviado')),
  managed('DELETE /gestion/alumnos/{id}/correo', 'soporte', ofStudent('cambio de correo cancelado')),
  managed('POST /gestion/alumnos/{id}/acceso', 'soporte', ofStudent('acceso reenviado', { tipo: 'recuperacion' })),
  managed(
    'POST /gestion/alumnos/{id}/cerrar-sesiones',
    'soporte',
    ofStudent('sesiones cerradas', { sesiones: 0, motivo: 'Perdió su teléfono.' }),
  ),
  managed('POST /gestion/alumnos/{id}/datos', 'soporte', ofStudent('datos descargados')),
  of('POST /gestion/alumnos/{id}/cierre', 'soporte', ['cuenta_eliminada'], (id) => ({
    sobre: Number(id),
    objeto: `usuario:${id}`,
    detalle: { motivo: 'Lo pidió por escrito.' },
  })),
  managed('PUT /gestion/temas/orden', 'admin', () => ({
    objeto: 'temas',
    detalle: { orden: expect.any(Array) },
  })),
  managed('POST /gestion/temas', 'admin', () => ({
    objeto: expect.stringMatching(/^tema:\d+$/),
    detalle: { hecho: 'creado', nombre: 'Un tema' },
  })),
  managed('POST /gestion/exportar-carpeta', 'admin', () => ({
    objeto: 'cliente:2',
    detalle: { hecho: 'exportado', cursos: expect.any(Number) },
  })),
  managed('POST /gestion/importaciones', 'soporte', () => ({
    objeto: expect.stringMatching(/^trabajo:\d+$/),
    detalle: { hecho: 'archivo leído', tipo: 'personas', filas: 1 },
  })),
  managed('POST /gestion/importaciones/{id}/ejecutar', 'soporte', () => ({
    objeto: expect.stringMatching(/^trabajo:\d+$/),
    detalle: { hecho: 'importación pedida', tipo: 'personas', filas: 1, solo_buenas: true },
  })),
  managed('POST /gestion/archivos', 'docente', () => ({
    objeto: expect.stringMatching(/^materiales\/[0-9a-f]{64}\.txt$/),
    detalle: { hecho: 'archivo', nombre: 'a.txt' },
  })),
  managed('PUT /gestion/documentos/{objeto}', 'docente', () => staged('borrador')),
  managed('POST /gestion/documentos/{objeto}/versiones', 'docente', () => staged('apartado')),
  managed('DELETE /gestion/documentos/{objeto}', 'docente', () => staged('descartado')),
  managed('POST /gestion/versiones/{version}/restaurar', 'docente', () => staged('restaurado')),
  managed('POST /gestion/publicar', 'docente', () => staged('publicado')),
  managed('PUT /foros/{id}/toggle-pinned', 'docente', (id) => ({
    objeto: `foro:${id}`,
    detalle: { campos: ['pinned'] },
  })),
]
