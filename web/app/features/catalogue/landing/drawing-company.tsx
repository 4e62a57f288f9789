import type { ReactNode } from 'react'
import classes from './drawings.module.css'

type PersonProps = { x: number; y: number; ground?: string; clothes?: string; skin?: string; children: ReactNode }

/** The hair is the child, drawn behind and over the face. */
function Person({ x, y, ground, clothes, skin, children }: PersonProps) {
  return (
    <svg x={x} y={y} width="124" height="88" viewBox="0 0 124 88" role="presentation">
      <rect width="124" height="88" rx="10" className={ground} />
      <path d="M20 88c2-20 18-27 42-27s40 7 42 27z" className={clothes} />
      <path d="M54 46h16v16a8 8 0 0 1-16 0z" className={skin} />
      <ellipse cx="62" cy="38" rx="15" ry="17" className={skin} />
      {children}
    </svg>
  )
}

/** Four people in a live class and their chat. */
export function Company() {
  const hair = classes.hair
  return (
    <>
      <g className={classes.thing}>
        <rect x="60" y="50" width="284" height="234" rx="18" className={classes.paper} />
        <circle cx="80" cy="68" r="5" className={classes.accent} />
        <rect x="94" y="64" width="70" height="8" rx="4" className={classes.faint} />
        <Person x={74} y={86} ground={classes.tint} clothes={classes.brand} skin={classes.skinA}>
          <path
            d="M44 54c-3-8-2-40 18-40s21 32 18 40l-5-2c3-8 3-18-1-24-8 0-18-2-22-6-4 8-5 20-3 30z"
            className={hair}
          />
          <circle cx="62" cy="12" r="8" className={hair} />
        </Person>
        <Person x={206} y={86} ground={classes.ground} clothes={classes.accent} skin={classes.skinB}>
          <path d="M46 36c-2-14 6-20 16-20s18 6 16 20c-2-5-4-8-7-9-6 1-13 1-18 0-3 1-5 4-7 9z" className={hair} />
          <path d="M50 42c1 12 6 15 12 15s11-3 12-15c-2 4-5 5-7 5h-10c-2 0-5-1-7-5z" className={hair} />
        </Person>
        <Person x={74} y={182} ground={classes.ground} clothes={classes.deep} skin={classes.skinC}>
          <path
            d="M46 34c-5-4-3-13 3-14 2-7 10-8 14-4 6-4 13 1 13 6 5 2 6 9 2 13-1-4-3-7-6-8-7 2-13 0-17-2-4 2-7 5-9 9z"
            className={hair}
          />
        </Person>
        <Person x={206} y={182} ground={classes.tint} clothes={classes.faint} skin={classes.skinA}>
          <path
            d="M46 66c-8-14-5-52 16-52s24 38 16 52c-3 2-6 1-8-1 5-8 6-24 3-35-8 1-15-2-20-7-3 8-3 30 1 42-2 2-5 3-8 1z"
            className={hair}
          />
        </Person>
      </g>
      <g className={classes.thing}>
        <path
          d="M318 96h104a18 18 0 0 1 18 18v34a18 18 0 0 1-18 18h-74l-22 18v-18h-8a18 18 0 0 1-18-18v-34a18 18 0 0 1 18-18z"
          className={classes.brand}
        />
        <rect x="322" y="118" width="96" height="8" rx="4" className={classes.white} />
        <rect x="322" y="136" width="62" height="8" rx="4" className={classes.white} opacity="0.6" />
      </g>
      <g className={classes.thing}>
        <path
          d="M330 204h82a18 18 0 0 1 18 18v26a18 18 0 0 1-18 18h-2v16l-20-16h-60a18 18 0 0 1-18-18v-26a18 18 0 0 1 18-18z"
          className={classes.paper}
        />
        <path
          d="M342 248c-10-7-15-12-15-18.5a8 8 0 0 1 15-4 8 8 0 0 1 15 4c0 6.5-5 11.5-15 18.5z"
          className={classes.accent}
        />
        <rect x="370" y="224" width="44" height="8" rx="4" className={classes.ink} />
        <rect x="370" y="240" width="30" height="7" rx="3.5" className={classes.faint} />
      </g>
    </>
  )
}
