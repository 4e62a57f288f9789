import classes from './progress.module.css'

type ProgressProps = {
  /** 0 to 100. */
  value: number
  /** For screen readers. */
  label: string
}

const meter = ({ value, label }: ProgressProps) => ({
  role: 'progressbar',
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
  'aria-valuenow': value,
  'data-full': value >= 100 || undefined,
})

export function ProgressBar(props: ProgressProps) {
  return (
    <div {...meter(props)} className={classes.bar}>
      <div style={{ width: `${props.value}%` }} />
    </div>
  )
}

export function ProgressRing({ size = 72, ...props }: ProgressProps & { size?: number }) {
  const { value } = props
  const stroke = Math.max(4, size / 11)
  const circle = { cx: size / 2, cy: size / 2, r: (size - stroke) / 2, strokeWidth: stroke }
  return (
    <div {...meter(props)} className={classes.ring} style={{ width: size, height: size, fontSize: size / 4.4 }}>
      <svg width={size} height={size} aria-hidden="true">
        <circle {...circle} />
        {value > 0 && <circle {...circle} pathLength={100} strokeDasharray={`${value} 100`} />}
      </svg>
      <span aria-hidden="true">{`${value}%`}</span>
    </div>
  )
}
