import classes from './drawings.module.css'

function Row({ y, width, done }: { y: number; width: number; done: boolean }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <circle cx="174" cy="9" r="9" className={done ? classes.brand : classes.faint} />
      {done && <path d="m169.5 9.5 3 3 6-6.5" className={classes.tick} strokeWidth="2.5" />}
      <rect x="192" y="4" width={width} height="10" rx="5" className={classes.faint} />
      <rect x="282" y="0" width="32" height="18" rx="9" className={done ? classes.tint : classes.ground} />
      <rect x="290" y="7" width="16" height="4" rx="2" className={classes.brand} />
    </g>
  )
}

/** A phone with a short video, its lessons and a watch. */
export function Clips() {
  return (
    <>
      <g className={classes.thing}>
        <rect x="146" y="26" width="188" height="330" rx="28" className={classes.paper} />
        <rect x="158" y="46" width="164" height="104" rx="14" className={classes.brand} />
        <path
          d="M158 128l40-30 24 18 34-34 66 46v8a14 14 0 0 1-14 14H172a14 14 0 0 1-14-14z"
          className={classes.deep}
        />
        <circle cx="240" cy="96" r="25" className={classes.white} />
        <path d="M233 84.5v23l19-11.5z" className={classes.brand} />
        <rect x="168" y="138" width="144" height="4" rx="2" className={classes.white} opacity="0.45" />
        <rect x="168" y="138" width="58" height="4" rx="2" className={classes.white} />
        <rect x="164" y="170" width="112" height="12" rx="6" className={classes.ink} />
        <Row y={202} width={72} done />
        <Row y={236} width={58} done />
        <Row y={270} width={78} done={false} />
        <Row y={304} width={50} done={false} />
      </g>
      <g className={classes.thing}>
        <rect x="78" y="94" width="14" height="14" rx="4" className={classes.accent} />
        <circle cx="85" cy="152" r="47" className={classes.paper} />
        <circle cx="85" cy="152" r="34" className={classes.track} />
        <path d="M85 118a34 34 0 0 1 31.5 46.8" className={classes.stroke} />
        <path d="M85 152v-17" className={classes.stroke} strokeWidth="5" />
        <circle cx="85" cy="152" r="5" className={classes.accent} />
      </g>
      <g className={classes.thing}>
        <rect x="352" y="186" width="92" height="60" rx="14" className={classes.paper} />
        <rect x="366" y="202" width="42" height="9" rx="4.5" className={classes.ink} />
        <rect x="366" y="222" width="64" height="8" rx="4" className={classes.faint} />
        <rect x="366" y="222" width="44" height="8" rx="4" className={classes.accent} />
      </g>
    </>
  )
}
