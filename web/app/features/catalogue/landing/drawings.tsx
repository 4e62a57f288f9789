import { foldText } from '@campus/contract/folding'
import { Certified } from './drawing-certificate'
import { Clips } from './drawing-clips'
import { Company } from './drawing-company'
import { Everywhere } from './drawing-everywhere'
import classes from './drawings.module.css'

/** The first pattern that matches chooses the drawing. */
const KINDS = [
  { pattern: /certificad|examen|diploma/, scene: Certified },
  { pattern: /comenta|pregunta|en vivo|acompan|comunidad|docente/, scene: Company },
  { pattern: /acceso|cuenta|cuando|de por vida|vencimiento|equipo/, scene: Everywhere },
  { pattern: /video|minuto|hora|leccion|ritmo|corto/, scene: Clips },
] as const
const SCENES = [Clips, Everywhere, Certified, Company] as const

function Skyline() {
  return (
    <g className={classes.skyline}>
      <path d="M0 292l64-46 34 22 58-52 62 58 46-34 60 50 52-40 104 62v48H0z" />
      <path d="M0 318c72-30 150-34 226-18s170 10 254-14v74H0z" />
    </g>
  )
}

/** A decorative drawing chosen by the block's text; `place` is the fallback. */
export default function Drawing({ about, place }: { about: string; place: number }) {
  const words = foldText(about)
  const Scene = KINDS.find(({ pattern }) => pattern.test(words))?.scene ?? SCENES[place % SCENES.length] ?? Clips
  return (
    <svg className={classes.drawing} viewBox="0 0 480 340" aria-hidden="true">
      <circle className={classes.sun} cx="392" cy="78" r="46" />
      <circle className={classes.glow} cx="392" cy="78" r="74" />
      <Skyline />
      <Scene />
    </svg>
  )
}
