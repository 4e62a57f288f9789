import { formatSeconds } from '@campus/contract/durations'
import { PASS_PERCENT } from '@campus/contract/rules'

const LIST = new Intl.ListFormat('es', { type: 'conjunction' })

export const TEXTS = {
  loadError: 'Hubo un error al cargar el examen.',
  unexpected: 'Ocurrió un error inesperado.',

  start: 'Comenzar examen',
  startSurvey: 'Responder encuesta',
  resume: 'Continuar',
  resumeNote: 'Tienes un intento abierto. El tiempo sigue corriendo.',
  attemptNote: 'El tiempo corre desde que comienzas. Puedes salir y continuar en otro dispositivo.',
  surveyNote: 'Tus respuestas nos ayudan a mejorar el curso.',
  surveyPromise:
    'Las respuestas se guardan sin tu nombre y se leen en grupo, así que nadie sabrá cuáles son las tuyas. Deja en blanco lo que quieras.',
  surveyEmpty: 'Responde al menos una pregunta para enviar la encuesta.',
  seeResult: 'Ver mi último resultado',
  noQuestions: 'Este examen todavía no tiene preguntas.',
  noInstructions: 'Lee cada pregunta con calma. Puedes volver atrás y cambiar tus respuestas antes de enviar.',
  bestResult: 'Tu mejor resultado',
  lastAttempt: 'Tu último intento',
  lastInReview: 'Tu último intento está en revisión.',
  passMark: `${PASS_PERCENT} % para aprobar`,

  several: 'Puede haber más de una correcta.',
  severalSurvey: 'Puedes elegir varias.',
  short: 'Escribe la palabra o el dato. Las mayúsculas y las tildes no cuentan. Se guarda mientras escribes.',
  number: 'Escribe solo el número, con coma o punto. Se guarda mientras escribes.',
  notNumber: 'Escribe un número, como 12 o 2,5.',

  idle: 'Tus respuestas se guardan solas',
  saving: 'Guardando…',
  saved: 'Guardado',
  offline: 'Sin conexión: guardado en este equipo',
  rejected: 'El examen ya no recibe respuestas',

  soon: 'Quedan menos de 5 minutos.',
  last: 'Queda menos de 1 minuto.',
  timeOverTitle: 'Tiempo Terminado',
  timeOverToSend: 'Presione OK para enviar',
  timeOverSent: 'El tiempo terminó y enviamos tus respuestas.',
  timeOverOffline:
    'El servicio no responde. Tus respuestas están guardadas en este equipo; las enviaremos en cuanto vuelva.',
  missed: (places: readonly number[]) =>
    places.length === 1
      ? `No llegó a tiempo la respuesta de la pregunta ${places[0]}.`
      : `No llegaron a tiempo las respuestas de las preguntas ${LIST.format(places.map(String))}.`,
  returned: (seconds: number) => `El servicio estuvo caído ${formatSeconds(seconds)}: te los devolvimos.`,

  leaveTitle: '¿Salir del examen?',
  leaveText: 'Tus respuestas quedan guardadas y puedes volver a entrar, pero el tiempo sigue corriendo.',
  leaveStay: 'Seguir en el examen',
  leaveGo: 'Salir',
  leaveSurveyTitle: '¿Salir de la encuesta?',
  leaveSurveyText: 'Todavía no la enviaste. Lo que respondiste queda guardado y puedes volver cuando quieras.',
  leaveSurveyStay: 'Seguir respondiendo',

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
  improve: 'Mejorar mi nota',
  improveText: 'Cuenta tu mejor resultado, así que puedes intentarlo sin perder nada.',
  withdrawn: 'Tu academia la retiró. Lo que enviaste se conserva.',
  waits: 'Complétalas y vuelve: aquí te espera.',
  noAttempts: 'No te quedan intentos.',
  askAttempt: 'Pedir otro intento',
  nextPiece: 'Lo que sigue en tu curso',
  nextModule: (module: string) => `Lo que sigue en tu curso: ${module}`,
  goOn: 'Seguir con el curso',
  courseDone: 'Terminaste este curso. Elige con cuál seguir.',
  myCourses: 'Ver mis cursos',
  nextUnknown: 'No pudimos ver qué sigue: está en tu curso.',

  reviewTitle: 'Repaso',
  reviewError: 'Hubo un error al cargar el repaso.',
  reviewKept: 'Las respuestas correctas se muestran',
  annulled: 'Tu academia anuló esta pregunta: todos reciben sus puntos.',
  reviewLesson: 'Repasar en la lección',
  reviewModule: 'Repasar el módulo',
  reviewCourse: 'Repasar el curso',
} as const
