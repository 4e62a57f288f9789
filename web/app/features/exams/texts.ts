import { PASS_PERCENT } from '@campus/contract/rules'

/** What only the browser says around exams; the specification's texts stand verbatim (campus.md sections 4 and 8). */
export const T = {
  loadError: 'Hubo un error al cargar el examen.',
  unexpected: 'Ocurrió un error inesperado.',

  start: 'Comenzar examen',
  startSurvey: 'Responder encuesta',
  resume: 'Continuar',
  resumeNote: 'Tienes un intento abierto. El tiempo sigue corriendo.',
  attemptNote:
    'Al comenzar usas un intento y el tiempo empieza a correr. Puedes salir y continuar en otro dispositivo.',
  surveyNote: 'Es anónima y no lleva nota. Tus respuestas nos ayudan a mejorar el curso.',
  seeResult: 'Ver mi último resultado',
  noInstructions: 'Lee cada pregunta con calma. Puedes volver atrás y cambiar tus respuestas antes de enviar.',
  bestResult: 'Tu mejor resultado',
  passMark: `${PASS_PERCENT} % para aprobar`,

  idle: 'Tus respuestas se guardan solas',
  saving: 'Guardando…',
  saved: 'Guardado',
  offline: 'Sin conexión: guardado en este equipo',
  refused: 'El examen ya no recibe respuestas',

  soon: 'Quedan menos de 5 minutos.',
  last: 'Queda menos de 1 minuto.',
  timeOverTitle: 'Tiempo Terminado',
  timeOverText: 'Presione OK para enviar',
  timeOverSending: 'Tus respuestas guardadas se están enviando.',
  timeOverSent: 'Tus respuestas ya se enviaron.',
  timeOverOffline: 'No hay conexión. El campus cierra tu intento por sí solo con lo que ya tenía guardado.',

  leaveTitle: '¿Salir del examen?',
  leaveText: 'Tus respuestas quedan guardadas y puedes volver a entrar, pero el tiempo sigue corriendo.',
  leaveStay: 'Seguir en el examen',
  leaveGo: 'Salir',

  summaryTitle: 'Antes de enviar',
  allAnswered: 'Respondiste todas las preguntas.',
  send: 'Enviar examen',
  sendSurvey: 'Enviar encuesta',
  sendAnyway: 'Enviar de todos modos',
  backToQuestions: 'Volver a las preguntas',
  offlineSend:
    'No se pudo conectar con el servidor. Tus respuestas están guardadas en este equipo; vuelve a enviar cuando tengas internet.',

  passedTitle: '¡Aprobaste!',
  failedTitle: 'Examen No Aprobado',
  sentTitle: 'Enviado',
  pendingText:
    'Tu examen tiene preguntas abiertas. Un docente las leerá y te avisaremos cuando tu nota esté lista; entonces verás también si ganaste el certificado.',
  surveyThanks: 'Gracias por tu tiempo. Tus respuestas son anónimas.',
  issued: 'Certificado Generado',
  raised: 'Certificado Actualizado',
  certificateError: 'No se pudo generar el certificado. Por favor, intente nuevamente.',
  makeCertificate: 'Generar certificado',
  seeCertificate: 'Ver certificado',
  backToCourse: 'Volver al curso',
  again: 'Intentar otra vez',
  noAttempts: 'No te quedan intentos.',

  reviewTitle: 'Repaso',
  reviewError: 'Hubo un error al cargar el repaso.',
  reviewKept:
    'Qué respuestas acertaste y cuáles son las correctas se muestra después de tu último intento o cuando cierre el examen.',
  reviewLesson: 'Repasar en la lección',
} as const
