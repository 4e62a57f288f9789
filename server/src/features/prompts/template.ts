const PLACE = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

/** The variables that a template names, each once. */
export const variablesOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACE)].flatMap(([, name]) => (name ? [name] : []))),
]

/** A template with its answers in place. One pass: braces in an answer stay what they are. */
export const fillIn = (template: string, answers: Record<string, string>): string =>
  template.replace(PLACE, (place, name: string) => (Object.hasOwn(answers, name) ? (answers[name] ?? '') : place))
