import { Progress } from '@mantine/core'
import classes from './progress.module.css'

type ProgressProps = {
  /** 0 to 100. */
  value: number
  /** For screen readers. */
  label: string
}

export function ProgressBar({ value, label }: ProgressProps) {
  return (
    <Progress
      value={value}
      aria-label={label}
      size={8}
      radius="xl"
      color="var(--done)"
      transitionDuration={200}
      className={classes.bar}
      data-full={value >= 100 || undefined}
    />
  )
}

export function ProgressRing({ value, label, size = 72 }: ProgressProps & { size?: number }) {
  const stroke = Math.max(4, size / 11)
  const circle = { cx: size / 2, cy: size / 2, r: (size - stroke) / 2, strokeWidth: stroke }
  return (
    <div
      className={classes.ring}
      style={{ width: size, height: size, fontSize: size / 4.4 }}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      data-full={value >= 100 || undefined}
    >
      <svg width={size} height={size} aria-hidden="true">
        <circle {...circle} />
        {value > 0 && <circle {...circle} pathLength={100} strokeDasharray={`${value} 100`} />}
      </svg>
      <span aria-hidden="true">{`${value}%`}</span>
    </div>
  )
}
