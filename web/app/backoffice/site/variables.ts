import type { TopicDocument } from '@campus/contract/documents/site'

/** `respuesta_3`, or the next one that no question has. */
export function unusedVariable(questions: TopicDocument['preguntas']): string {
  const taken = new Set(questions.map(({ variable }) => variable))
  let n = questions.length + 1
  while (taken.has(`respuesta_${n}`)) n += 1
  return `respuesta_${n}`
}

/** A question's variable with another name, also in the templates that name it. */
export function renamed(document: TopicDocument, at: number, name: string): TopicDocument {
  const { preguntas, plantillas } = document
  const old = preguntas[at]?.variable ?? ''
  const shared = preguntas.some(({ variable }, n) => n !== at && variable === old)
  return {
    ...document,
    preguntas: preguntas.map((question, n) => (n === at ? { ...question, variable: name } : question)),
    // A name that two questions have belongs to neither.
    plantillas: shared
      ? plantillas
      : plantillas.map((template) => ({
          ...template,
          contenido: template.contenido.replaceAll(`{{${old}}}`, `{{${name}}}`),
        })),
  }
}
