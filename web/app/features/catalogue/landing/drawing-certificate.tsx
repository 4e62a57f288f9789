import classes from './drawings.module.css'

/** The dark modules of a small QR code, without its three corners. */
const DOTS = [
  [4, 0],
  [5, 1],
  [4, 2],
  [0, 4],
  [2, 4],
  [3, 5],
  [5, 4],
  [6, 3],
  [8, 4],
  [7, 5],
  [4, 6],
  [6, 6],
  [8, 6],
  [5, 7],
  [7, 8],
  [4, 8],
  [8, 8],
  [3, 3],
] as const

function Corner({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="18" height="18" rx="4" className={classes.ink} />
      <rect x="4" y="4" width="10" height="10" rx="2" className={classes.paper} />
      <rect x="7" y="7" width="4" height="4" rx="1" className={classes.ink} />
    </g>
  )
}

/** A certificate with its seal and its code. */
export function Certified() {
  return (
    <>
      <g className={classes.thing} transform="rotate(-4 230 170)">
        <rect x="62" y="56" width="326" height="228" rx="16" className={classes.paper} />
        <path d="M62 72a16 16 0 0 1 16-16h294a16 16 0 0 1 16 16v10H62z" className={classes.brand} />
        <rect x="92" y="108" width="96" height="9" rx="4.5" className={classes.faint} />
        <rect x="92" y="130" width="196" height="18" rx="9" className={classes.ink} />
        <rect x="92" y="164" width="160" height="9" rx="4.5" className={classes.faint} />
        <rect x="92" y="182" width="124" height="9" rx="4.5" className={classes.faint} />
        <path
          d="M150 236c14-22 20-22 24-8s10 10 16-4 12-8 16 2 14 6 26-4"
          className={classes.stroke}
          strokeWidth="3.5"
        />
        <rect x="146" y="244" width="110" height="4" rx="2" className={classes.faint} />
        <g transform="translate(300 196)">
          <Corner x={0} y={0} />
          <Corner x={38} y={0} />
          <Corner x={0} y={38} />
          {DOTS.map(([column, row]) => (
            <rect
              key={`${column} ${row}`}
              x={column * 6.3}
              y={row * 6.3}
              width="5"
              height="5"
              rx="1"
              className={classes.ink}
            />
          ))}
        </g>
      </g>
      <g className={classes.thing}>
        <path d="M330 122l-16 62 26-14 24 18 2-70z" className={classes.accent} />
        <path d="M366 122l18 58-26-10-20 20-4-70z" className={classes.soft} />
        <circle cx="348" cy="104" r="44" className={classes.accent} />
        <circle cx="348" cy="104" r="32" className={classes.paper} />
        <path
          d="M348 84l6 12.5 13.7 1.9-10 9.6 2.5 13.6-12.2-6.6-12.2 6.6 2.5-13.6-10-9.6 13.7-1.9z"
          className={classes.accent}
        />
      </g>
      <g className={classes.thing}>
        <rect x="34" y="262" width="172" height="56" rx="28" className={classes.paper} />
        <circle cx="62" cy="290" r="18" className={classes.brand} />
        <path d="m54 290.5 6 6 11-12" className={classes.tick} />
        <rect x="92" y="278" width="88" height="9" rx="4.5" className={classes.ink} />
        <rect x="92" y="295" width="62" height="7" rx="3.5" className={classes.faint} />
      </g>
    </>
  )
}
