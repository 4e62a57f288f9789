import classes from './drawings.module.css'

/** Somebody in a class: head and shoulders on their own ground. */
function Person({ x, y, ground, body, hair }: { x: number; y: number; ground: string; body: string; hair: string }) {
  return (
    <svg x={x} y={y} width="124" height="88" viewBox="0 0 124 88" role="presentation">
      <rect width="124" height="88" rx="10" className={ground} />
      <path d="M22 88c0-22 18-32 40-32s40 10 40 32z" className={body} />
      <path d="M40 40c0-16 9-26 22-26s22 10 22 26c0 8-2 14-4 18H44c-2-4-4-10-4-18z" className={hair} />
      <circle cx="62" cy="42" r="15" className={classes.soft} />
    </svg>
  )
}

/** A live class of four and what they write to each other. */
export function Company() {
  return (
    <>
      <g className={classes.thing}>
        <rect x="60" y="50" width="284" height="234" rx="18" className={classes.paper} />
        <circle cx="80" cy="68" r="5" className={classes.accent} />
        <rect x="94" y="64" width="70" height="8" rx="4" className={classes.faint} />
        <Person x={74} y={86} ground={classes.tint ?? ''} body={classes.brand ?? ''} hair={classes.deep ?? ''} />
        <Person x={206} y={86} ground={classes.ground ?? ''} body={classes.accent ?? ''} hair={classes.ink ?? ''} />
        <Person x={74} y={182} ground={classes.ground ?? ''} body={classes.ink ?? ''} hair={classes.brand ?? ''} />
        <Person x={206} y={182} ground={classes.tint ?? ''} body={classes.deep ?? ''} hair={classes.ink ?? ''} />
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
