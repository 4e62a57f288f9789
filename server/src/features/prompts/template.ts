const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

export const variablesOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].flatMap(([, name]) => (name ? [name] : []))),
]

/** A single pass, so that braces in an answer are not filled in. */
export const fillIn = (template: string, answers: Record<string, string>): string =>
  template.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(answers, name) ? (answers[name] ?? '') : placeholder,
  )
