/** The word of a check's fence in Markdown, and of its code block in HTML. */
export const CHECK_WORD = 'pregunta'

const BLOCK = /<pre><code class="language-pregunta">([^<]*)<\/code><\/pre>/

/** `text` is HTML, or that of a check as it stands in HTML. */
type Piece = { place: number; isCheck: boolean; text: string }

/** A lesson's clean HTML and its checks (checks.ts), in order. */
export const splitChecks = (html: string): Piece[] =>
  html.split(BLOCK).map((text, place) => ({ place, isCheck: place % 2 === 1, text }))
