/** What the prompt generator says; the literal ones are storefront.md's. */
export const T = {
  title: 'Generador de prompts',
  lead: 'Responde unas preguntas y obtén prompts listos para tu asistente de inteligencia artificial.',
  topics: 'Elige un tema',
  topicsError: 'No se pudieron cargar los temas.',
  emptyTitle: 'Todavía no hay temas',
  emptyText: 'Tu academia está preparando los primeros. Vuelve pronto.',
  emptyAction: 'Volver a mi campus',
  topicError: 'No se pudo cargar el tema.',
  goneTitle: 'Este tema ya no está disponible',
  goneText: 'Elige otro de la lista. Lo que generaste con él sigue en tu historial.',
  goneAction: 'Ver los temas',
  generate: 'Generar PROMPT 1,2,3',
  generateError: 'No se pudieron generar los prompts.',
  wrong: 'Revisa las preguntas marcadas.',
  kept: 'Tus respuestas se guardan mientras escribes.',
  clear: 'Borrar respuestas',
  results: 'Tus prompts',
  copy: 'Copiar',
  instructions: 'Instrucciones',
  steps: [
    'Elige un tema y responde con tus palabras: mientras más concreto, mejor.',
    'Pulsa «Generar PROMPT 1,2,3».',
    'Copia el PROMPT 1, pégalo en tu asistente de inteligencia artificial y lee su respuesta.',
    'Sigue con el PROMPT 2 y el 3, en orden y en la misma conversación.',
  ],
  care: 'Un asistente puede equivocarse: comprueba los datos antes de usarlos y no le des datos personales de nadie.',
  history: 'Mi historial',
  historyError: 'No se pudo cargar tu historial.',
  historyEmpty: 'Aquí quedará lo que generes.',
  reuse: 'Usar estas respuestas',
  more: 'Ver más',
} as const

/** `PROMPT 2`: how the button, the instructions and the results call them. */
export const promptName = (index: number): string => `PROMPT ${index + 1}`
