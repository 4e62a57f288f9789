/**
 * Mantine's class names, for what has to look like its components on pages that do not carry its code
 * (docs/decisions/0015). A new release of Mantine may name them anew: mantine-looks.test.ts compares.
 */
export const LOOKS = {
  UnstyledButton: { root: 'm_87cf2631' },
  Button: { root: 'm_77c9d27d', inner: 'm_80f1301b', label: 'm_811560b9', section: 'm_a74036a' },
  ActionIcon: { root: 'm_8d3f4000', icon: 'm_8d3afb97' },
  ThemeIcon: { root: 'm_7341320d' },
  Title: { root: 'm_8a5d1357' },
  Text: { root: 'm_b6d8b162' },
} as const

/** The names that are there, in one attribute. */
export const names = (...given: (string | undefined)[]): string => given.filter(Boolean).join(' ')
