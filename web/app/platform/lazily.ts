import { type ComponentType, lazy } from 'react'

/**
 * A part that arrives after its page, as `React.lazy`. Where its files never come (no network, a new release), `otherwise`
 * stands in its place instead of the whole page failing. The `catch` is chained on purpose: of `then(good, bad)` the second
 * does not hear of a style sheet that was refused.
 */
export const lazily = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: ComponentType<Props>,
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: otherwise })))
