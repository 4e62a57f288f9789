import { MAX_CHOSEN } from '@campus/contract/lists'
import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../lib/errors'
import { formatNumber } from '../../lib/format'
import { toast } from '../../lib/toasts'
import classes from './choosing.module.css'
import { formatCounted } from './counted'
import type { ListState } from './list-state'

/** Which rows of a list are chosen, also of pages that are not shown; null while none can be chosen. */
export type Choosing = {
  chosen: ReadonlySet<number> | null
  start: () => void
  stop: () => void
  toggle: (ids: number[], on: boolean) => void
}

/** What is chosen belongs to the list as it is narrowed: other filters begin anew. */
export function useChoosing(state: ListState): Choosing {
  const { desde: _, orden: __, ...narrowed } = state.params
  const key = JSON.stringify(narrowed)
  const [made, setMade] = useState<{ key: string; chosen: ReadonlySet<number> } | null>(null)
  const chosen = made && (made.key === key ? made.chosen : new Set<number>())
  return {
    chosen,
    start: () => setMade({ key, chosen: new Set() }),
    stop: () => setMade(null),
    toggle: (ids, on) =>
      setMade(() => {
        const next = new Set(chosen)
        for (const id of ids) on ? next.add(id) : next.delete(id)
        return { key, chosen: next }
      }),
  }
}

type ChoiceBarProps = {
  choosing: Choosing
  /** How many the list finds. */
  total: number
  /** The ids of all that the list finds, {@link MAX_CHOSEN} at most. */
  findAll: () => Promise<number[]>
  /** What is done with them. */
  children: ReactNode
}

/** Above a list while its rows are chosen. */
export function ChoiceBar({ choosing, total, findAll, children }: ChoiceBarProps) {
  const [busy, setBusy] = useState(false)
  const { chosen, stop, toggle } = choosing
  if (!chosen) return null
  const tooMany = total > MAX_CHOSEN
  const all = async () => {
    setBusy(true)
    try {
      toggle(await findAll(), true)
    } catch (error) {
      toast(failureText(error), { color: 'red' })
    }
    setBusy(false)
  }
  return (
    <div className={classes.bar}>
      <Group gap="sm">
        <Text fw={550} role="status">
          {chosen.size === 0
            ? 'Elige filas'
            : `${formatNumber(chosen.size)} ${chosen.size === 1 ? 'elegida' : 'elegidas'}${tooMany ? ` de ${formatCounted(total)}` : ''}`}
        </Text>
        {chosen.size < Math.min(total, MAX_CHOSEN) && (
          <Button variant="subtle" loading={busy} onClick={() => void all()}>
            {tooMany ? `Elegir las primeras ${formatNumber(MAX_CHOSEN)}` : 'Elegir todas las que coinciden'}
          </Button>
        )}
      </Group>
      <Group gap="sm">
        {children}
        <Button variant="default" onClick={stop}>
          Listo
        </Button>
      </Group>
    </div>
  )
}
