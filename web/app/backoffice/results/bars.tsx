import { IconCircleCheck } from '@tabler/icons-react'
import { shareText } from './result-texts'
import classes from './results.module.css'

export type Bar = {
  key: string | number
  text: string
  part: number
  whole: number
  /** Of a key: said by icon and word. */
  right?: boolean
  note?: string | null
}

/** Shares as bars with their figures beside them. */
export function Bars({ bars, label }: { bars: Bar[]; label: string }) {
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ key, text, part, whole, right = false, note }) => (
        <li key={key} className={classes.bar} data-right={right || undefined}>
          <span className={classes.barText}>{text}</span>
          <span className={classes.barFigure}>{shareText(part, whole)}</span>
          <span className={classes.track} aria-hidden>
            <span style={{ width: `${whole > 0 ? Math.min(100, (part * 100) / whole) : 0}%` }} />
          </span>
          {(right || note) && (
            <span className={classes.barNote}>
              {right && (
                <span className={classes.right}>
                  <IconCircleCheck size={16} aria-hidden />
                  Correcta
                </span>
              )}
              {note && <span>{note}</span>}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
