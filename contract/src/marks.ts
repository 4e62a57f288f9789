/** As Unicode's stream-safe texts have at most; no language comes near it. */
const EXCESS = /(\p{M}{30})\p{M}+/gu

/** Text without what is piled up on a letter: composing a run of marks takes quadratic time, seconds for a request of them. */
export const withoutPiles = (text: string): string => text.replace(EXCESS, '$1')
