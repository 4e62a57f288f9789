import type { ReactNode } from 'react'
import classes from './facts.module.css'

type FactsProps = {
  /** Names and values; what is no pair is left out. */
  facts: readonly (readonly [name: string, value: ReactNode] | false | null | undefined | '')[]
  /** A look of its own, instead. */
  className?: string
}

/** Names, each beside its value; on phones above it. */
export function Facts({ facts, className = classes.facts }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
