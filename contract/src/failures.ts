/**
 * Everything the server may say when it refuses: code -> status and Spanish text.
 * The texts of the specifications stand here verbatim; nothing else in the server writes a sentence for a person.
 */
export const FAILURES = {
  SOLICITUD_INVALIDA: [400, 'La solicitud no es válida.'],
  NO_AUTENTICADO: [401, 'Inicia sesión para continuar.'],
  CREDENCIALES: [401, 'Correo o contraseña incorrectos.'],
  SIN_PERMISO: [403, 'No tienes permiso para hacer esto.'],
  SIN_MATRICULA: [403, 'No tienes una matrícula vigente en este curso.'],
  CERTIFICADO_NO_GANADO: [403, 'No se pudo generar el certificado. Por favor, intente nuevamente.'],
  NO_ENCONTRADO: [404, 'No encontramos lo que buscas.'],
  CERTIFICADO_NO_DISPONIBLE: [404, 'Certificado no disponible.'],
  METODO_NO_PERMITIDO: [405, 'Esta operación no está permitida.'],
  TIEMPO_EXCEDIDO: [408, 'La solicitud tardó demasiado. Inténtalo de nuevo.'],
  EXAMEN_CERRADO: [409, 'El examen no está disponible en este momento.'],
  SIN_INTENTOS: [409, 'No te quedan intentos.'],
  SIN_INTENTO_ABIERTO: [409, 'No tienes un intento abierto de este examen.'],
  TIEMPO_TERMINADO: [409, 'Tiempo terminado.'],
  ENCUESTA_RESPONDIDA: [409, 'Ya respondiste esta encuesta.'],
  EXAMEN_SIN_PREGUNTAS: [409, 'Este examen todavía no tiene preguntas.'],
  RESPUESTA_CALIFICADA: [409, 'Esta respuesta ya fue calificada.'],
  RECLAMO_RESPONDIDO: [409, 'Esta hoja ya fue respondida.'],
  POST_ELIMINADO: [409, 'Esta respuesta fue eliminada.'],
  COMENTARIO_ELIMINADO: [409, 'Este comentario fue eliminado.'],
  FORO_CON_RESPUESTAS: [
    409,
    'Otras personas ya escribieron en este foro: no se puede cambiar de tipo, curso ni módulo. Abre otro foro en ese lugar.',
  ],
  FORO_FIJADO: [
    409,
    'Este foro está fijado: no se puede cambiar de tipo, curso ni módulo. Abre otro foro en ese lugar.',
  ],
  ASISTENCIA_NO_INICIADA: [409, 'Primero registra tu asistencia.'],
  ORDEN_SIN_REVISION: [409, 'Esta orden no está en revisión.'],
  REFERIDOS_COMPLETOS: [409, 'Ya tienes tus dos códigos de referido.'],
  DEMASIADO_GRANDE: [413, 'El archivo o el texto es demasiado grande.'],
  TIPO_NO_ADMITIDO: [415, 'El tipo de contenido no está admitido.'],
  IMAGEN_INVALIDA: [415, 'El archivo debe ser una imagen.'],
  DATOS_INVALIDOS: [422, 'Revisa los datos marcados.'],
  ENLACE_INVALIDO: [422, 'El enlace no es válido o ha caducado.'],
  DEMASIADOS_INTENTOS: [429, 'Demasiados intentos. Espera un momento y vuelve a intentarlo.'],
  ERROR_INESPERADO: [500, 'Ocurrió un error inesperado.'],
  NO_DISPONIBLE: [503, 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'],
  PAGO_NO_DISPONIBLE: [503, 'Hubo un problema al procesar el pago.'],
  SIN_ESPACIO: [507, 'No hay espacio disponible.'],
} as const satisfies Record<string, readonly [number, string]>

/** The stable code of a failure, as it travels in `code`. */
export type FailureCode = keyof typeof FAILURES
