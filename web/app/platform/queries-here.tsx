import type { ReactNode } from 'react'
import { Queries } from './queries'

/**
 * `Queries` as parts of the frame load it when they need it. A file of its own: what a layout imports from the start the
 * bundler would not put apart for others.
 */
export default function QueriesHere({ children }: { children: ReactNode }) {
  return <Queries>{children}</Queries>
}
