import type { ReactNode } from 'react'
import classes from './landscape.module.css'

/** A decorative drawing in the brand's colours. */
export function Landscape({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <svg
      className={`${classes.landscape} ${className ?? ''}`}
      viewBox="0 0 480 280"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <circle cx="344" cy="84" r="34" className={classes.sun} />
      <circle cx="344" cy="84" r="52" className={classes.glow} />
      <path className={classes.far} d="M0 210 74 128l38 36 62-84 58 70 40-40 70 78 52-46 86 92v46H0z" />
      <path className={classes.snow} d="m174 80 24 29-13 9-10-10-12 14-10-9z" />
      <path
        className={classes.middle}
        d="M0 236c60-34 96-66 150-60 46 5 66 42 118 40 60-3 92-54 144-48 30 3 50 22 68 36v76H0z"
      />
      <path className={classes.near} d="M0 262c90-38 190-44 280-22 74 18 140 14 200-8v48H0z" />
      <g className={classes.terraces}>
        <path d="M316 204c30-22 62-30 92-24" />
        <path d="M304 216c38-26 82-34 122-22" />
        <path d="M292 228c46-28 104-34 152-18" />
      </g>
      <path className={classes.way} d="M60 274c60-10 40-34 96-38s70 4 88-20" />
      {children}
    </svg>
  )
}
