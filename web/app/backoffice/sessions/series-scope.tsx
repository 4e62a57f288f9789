import type { SessionRow } from '@campus/contract/catalogue.staff'
import { Stack } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api'
import { RadioCards } from '../../ui/radio-cards'
import { momentText, moveOf } from './series'
import classes from './sessions.module.css'

/** The later classes of its series, and whether they change with it. */
export function useSeries(session: SessionRow | null) {
  const [all, setAll] = useState(false)
  const rows = api.useQuery(
    'get',
    '/api/gestion/sesiones',
    { params: { query: { siguen_a: session?.id, orden: 'inicio' } } },
    { enabled: session !== null, staleTime: 0 },
  ).data?.data.data
  const later = rows ?? []
  return { later, following: all ? later : [], all, setAll }
}

export type SeriesState = ReturnType<typeof useSeries>

type ScopeProps = { state: SeriesState; legend: string; children: ReactNode }

/** For a class of a series: it alone, or those that follow too, with what becomes of each. */
export function SeriesScope({ state: { later, all, setAll }, legend, children }: ScopeProps) {
  if (later.length === 0) return null
  const following = later.length === 1 ? 'Esta y la siguiente' : `Esta y las ${later.length} siguientes`
  return (
    <Stack gap="sm">
      <RadioCards
        name="alcance"
        legend={legend}
        options={[
          { value: 'una', label: 'Solo esta clase' },
          { value: 'serie', label: following },
        ]}
        chosen={all ? 'serie' : 'una'}
        onChoose={(value) => setAll(value === 'serie')}
      />
      {all && children}
    </Stack>
  )
}

type ListProps = { rows: SessionRow[]; children: (from: number) => ReactNode }

function MomentList({ rows, children }: ListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <ol className={classes.moments} tabIndex={0} aria-label="Clases que cambian">
      {rows.map(({ id, inicio }) => (
        <li key={id}>{children(Date.parse(inicio))}</li>
      ))}
    </ol>
  )
}

/** Where each class goes. */
export function MovedList({ rows, before, now }: { rows: SessionRow[]; before: SessionRow; now: SessionRow }) {
  const move = moveOf(before, now)
  return (
    <MomentList rows={rows}>
      {(from) =>
        move ? (
          <>
            <del>{momentText(from)}</del>
            <IconArrowRight size={16} role="img" aria-label="pasa a" />
            <strong>{momentText(from + move)}</strong>
          </>
        ) : (
          <span>{momentText(from)}</span>
        )
      }
    </MomentList>
  )
}

export const CancelledList = ({ rows }: { rows: SessionRow[] }) => (
  <MomentList rows={rows}>{(from) => <del>{momentText(from)}</del>}</MomentList>
)
