import classes from './drawings.module.css'

/** A lesson on a computer and on a phone. */
export function Everywhere() {
  return (
    <>
      <g className={classes.thing}>
        <rect x="62" y="58" width="290" height="190" rx="16" className={classes.paper} />
        <rect x="76" y="72" width="262" height="162" rx="8" className={classes.ground} />
        <rect x="76" y="72" width="262" height="22" rx="8" className={classes.tint} />
        <rect x="86" y="80" width="46" height="7" rx="3.5" className={classes.brand} />
        <rect x="90" y="106" width="150" height="86" rx="8" className={classes.brand} />
        <path d="M90 176l34-24 22 14 30-28 64 42v4a8 8 0 0 1-8 8H98a8 8 0 0 1-8-8z" className={classes.deep} />
        <circle cx="165" cy="148" r="20" className={classes.white} />
        <path d="M159.5 139v18l15-9z" className={classes.brand} />
        <rect x="90" y="204" width="108" height="9" rx="4.5" className={classes.ink} />
        <rect x="90" y="220" width="150" height="6" rx="3" className={classes.faint} />
        <circle cx="288" cy="136" r="27" className={classes.track} />
        <path d="M288 109a27 27 0 1 1-25.7 35.3" className={classes.stroke} />
        <rect x="256" y="182" width="64" height="8" rx="4" className={classes.faint} />
        <rect x="256" y="198" width="48" height="8" rx="4" className={classes.faint} />
        <rect x="256" y="214" width="58" height="8" rx="4" className={classes.faint} />
        <path d="M34 248h346l-14 22a12 12 0 0 1-10 6H58a12 12 0 0 1-10-6z" className={classes.paper} />
        <rect x="174" y="248" width="66" height="8" rx="4" className={classes.faint} />
      </g>
      <path d="M300 90c40-40 84-34 96 10" className={classes.way} />
      <g className={classes.thing}>
        <rect x="344" y="112" width="104" height="196" rx="20" className={classes.paper} />
        <rect x="354" y="126" width="84" height="54" rx="9" className={classes.brand} />
        <circle cx="396" cy="153" r="13" className={classes.white} />
        <path d="M392.5 147v12l10-6z" className={classes.brand} />
        <rect x="358" y="194" width="62" height="9" rx="4.5" className={classes.ink} />
        <rect x="358" y="212" width="76" height="7" rx="3.5" className={classes.faint} />
        <rect x="358" y="212" width="54" height="7" rx="3.5" className={classes.brand} />
        <rect x="358" y="234" width="76" height="22" rx="8" className={classes.tint} />
        <rect x="358" y="264" width="76" height="22" rx="8" className={classes.ground} />
        <circle cx="370" cy="245" r="6" className={classes.brand} />
        <circle cx="370" cy="275" r="6" className={classes.faint} />
      </g>
      <g className={classes.thing}>
        <path d="M254 36h34v52l-17-13-17 13z" className={classes.accent} />
      </g>
    </>
  )
}
