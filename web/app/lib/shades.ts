/** The ten shades of a colour of tokens.css. */
export const varsOf = (name: string): string[] =>
  Array.from({ length: 10 }, (_, shade) => `var(--color-${name}-${shade})`)
