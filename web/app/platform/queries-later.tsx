import { type ComponentType, lazy, type ReactNode } from 'react'

type Props = { children: ReactNode; otherwise?: ReactNode }

const Without = ({ otherwise }: Props) => otherwise

/**
 * `Queries` for a part of the frame that arrives after the page. Where its file never comes (no network, a new release),
 * `otherwise` stands in its place.
 */
export const QueriesLater = lazy<ComponentType<Props>>(() =>
  import('./queries').then(
    ({ Queries }) => ({ default: Queries }),
    () => ({ default: Without }),
  ),
)
