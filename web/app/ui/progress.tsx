import classes from './progress.module.css'

type ProgressProps = {
  /** 0 to 100. */
  value: number
  /** What advances, for who cannot see it. */
  label: string
}

const spoken = ({ value, label }: ProgressProps) => ({
  role: 'progressbar',
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
  'aria-valuenow': value,
  'data-full': value >= 100 || undefined,
})

/** How much is done, as a line. */
export function ProgressBar(props: ProgressProps) {
  return (
    <div className={classes.bar} {...spoken(props)}>
      <div className={classes.fill} style={{ width: `${props.value}%` }} />
    </div>
  )
}

/** How much is done, as a ring with its percentage inside. */
export function ProgressRing({ size = 72, ...props }: ProgressProps & { size?: number }) {
  const stroke = Math.max(4, size / 11)
  const circle = { cx: size / 2, cy: size / 2, r: (size - stroke) / 2, strokeWidth: stroke }
  return (
    <div className={classes.ring} style={{ width: size, height: size, fontSize: size / 4.4 }} {...spoken(props)}>
      <svg width={size} height={size} aria-hidden="true">
        <circle {...circle} />
        {props.value > 0 && <circle {...circle} pathLength={100} strokeDasharray={`${props.value} 100`} />}
      </svg>
      <span aria-hidden="true">{props.value}%</span>
    </div>
  )
}
