import classes from './level-badge.module.css'

const STEPS: [RegExp, number][] = [
  [/b[aá]sico|principiante|inicial/i, 1],
  [/intermedio|medio/i, 2],
  [/avanzado|experto/i, 3],
]

/** 0 for a level with a name of the academy's own. */
const barsOf = (level: string): number => STEPS.find(([pattern]) => pattern.test(level))?.[1] ?? 0

export function LevelBadge({ level }: { level: string }) {
  const bars = barsOf(level)
  return (
    <span className={classes.badge}>
      {bars > 0 && (
        <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
          {[0, 1, 2].map((bar) => (
            <rect
              key={bar}
              x={bar * 5}
              y={8 - bar * 4}
              width="4"
              height={4 + bar * 4}
              rx="1"
              className={bar < bars ? undefined : classes.off}
            />
          ))}
        </svg>
      )}
      <span>{level}</span>
    </span>
  )
}
