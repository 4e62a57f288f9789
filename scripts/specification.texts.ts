import { lines } from './specification.ts'

/** The literal texts of both: storefront.md sections 2, 5, 8 and 9, campus.md sections 2, 5 and 8. */
export const TEXTS = lines(`
  El título y contenido son obligatorios.
  Campos requeridos
  Curso requerido
  Debes seleccionar un curso.
  Módulo requerido
  Debes seleccionar un módulo.
  Contenido requerido
  Debes escribir una respuesta.
  El contenido no puede estar vacío.
  No hay banners disponibles
  Todos los cursos en un solo lugar
  Buscar cursos...
  No hay cursos disponibles
  Ver más
  Ver perfil
  Todos los cursos
  OFERTA EXPIRA EN:
  ¡Comprar ahora!
  Cargando curso...
  No hay productos en el carrito.
  Precio regular
  Descuento
  Código de referido
  Total
  Comprar ahora
  Iniciar Sesión
  Crear Cuenta
  Confirmar Contraseña
  Correo Electrónico
  Producto sin nombre
  Todos los meses premiamos a los primeros puestos
  Ranking de los mejores alumnos
  La premiación ha finalizado
  PUESTO 4-10
  PUESTO 11-50
  Participante
  Generar PROMPT 1,2,3
  Foros del Curso
  Nuevo Foro
  No hay foros aún
  Crear Primer Foro
  Recientes
  No hay foros recientes
  No hay respuestas aún
  Volver a Foros
  Ir al Inicio
  Datos de Pago
  Hubo un error al cargar los docentes.
  Hubo un error al cargar las categorías.
  Error al crear cuenta.
  Ocurrió un error inesperado.
  ¡Registro exitoso!
  Ya puedes proceder con tu compra.
  Cuenta Creada
  Hubo un problema al procesar el pago.
  No se recibió una URL de pago válida
  Copiado
  El código de referido ha sido copiado al portapapeles.
  ¡Copiado!
  No se pudo copiar.
  No se pudo identificar el curso. Por favor, regresa a la lista de cursos.
  No se pudieron cargar los foros.
  No se pudo guardar el foro. Inténtalo de nuevo.
  No se pudo eliminar el foro.
  No se pudo cargar el foro.
  No se pudo enviar la respuesta.
  No se pudo procesar el like.
  No se pudo actualizar la respuesta.
  No se pudo eliminar la respuesta.
  ¿Eliminar foro?
  ¿Eliminar respuesta?
  Esta acción no se puede deshacer.
  Sí, eliminar
  Foro creado
  Foro actualizado
  Foro eliminado
  Respuesta enviada
  Post actualizado
  Respuesta eliminada
  Fecha no disponible
  PRIMER PUESTO
  SEGUNDO PUESTO
  TERCER PUESTO
  Cancelar
  No se pudo identificar el foro. Por favor, regresa a la lista de cursos.
  Correo o contraseña incorrectos.
  No se pudo dar like al comentario.
  No se pudo enviar el comentario.
  No se pudo registrar la asistencia.
  No se pudo registrar el cierre.
  Hubo un error al cargar los comentarios.
  Hubo un error al cargar los Cursos.
  Hubo un error al cargar los módulos.
  Las contraseñas no coinciden
  No se pudo generar el certificado. Por favor, intente nuevamente.
  Correo Enviado
  Certificado no disponible.
  Hubo un error al enviar el mensaje
  No se pudo conectar con el servidor
  Examen No Aprobado
  Las contraseñas deben ser las mismas y deben tener como mínimo 8 caracteres.
  El mensaje no puede estar vacío y debe tener al menos 10 caracteres.
  Lección no disponible
  Este módulo no tiene lecciones disponibles.
  Like!!!
  Comentario Publicado!!!
  Asistencia registrada
  Cierre registrado
  Usuario Actualizado
  Mensaje de soporte enviado correctamente.
  Certificado Generado
  Certificado Actualizado
  Tiempo Terminado
  Presione OK para enviar
  Enviado
  Cursos Matriculados
  Certificados Obtenidos
  Mis Cursos
  Calendario
  Soporte
  Ver Perfil
  Cerrar Sesión
  Ingresar
  Ir a sesión
  Ocurrió un error inesperado
`)
