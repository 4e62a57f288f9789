import type { ReactNode } from 'react'
import { lazily } from './lazily'

type Props = { children: ReactNode; otherwise?: ReactNode }

const Without = ({ otherwise }: Props) => otherwise

/** `Queries` for a part of the frame that arrives after the page; `otherwise` stands in its place where it never comes. */
export const QueriesLater = lazily<Props>(() => import('./queries-here'), Without)
