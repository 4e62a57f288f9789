import { createContext } from 'react'

/** The id of the style element that holds the theme's variables. */
export const THEME_STYLE = 'tema'

/**
 * The theme's variables as a style sheet. The server writes them into every document (entry.server.tsx); the browser never
 * makes them, it only finds what came.
 */
export const ThemeCss = createContext(
  typeof document === 'undefined' ? '' : (document.getElementById(THEME_STYLE)?.textContent ?? ''),
)
