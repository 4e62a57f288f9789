import { nameInitials } from '../../../ui/brand-mark'
import classes from './first-preview.module.css'

type Look = { name: string; colour: string; logo: string | undefined }

const NAMELESS = 'Tu academia'

/** How the academy will look, while its owner fills in the form. */
export function FirstPreview({ name, colour, logo }: Look) {
  return (
    <div className={classes.preview}>
      <p className={classes.lead}>Así se verá</p>
      <div className={classes.card} style={{ '--academy': colour } as React.CSSProperties}>
        <div className={classes.head}>
          {logo ? (
            <img src={logo} alt="" className={classes.logo} />
          ) : (
            <>
              <span className={classes.mark}>{nameInitials(name || NAMELESS)}</span>
              <span className={classes.name}>{name || NAMELESS}</span>
            </>
          )}
        </div>
        <div className={classes.cover} />
        <p className={classes.course}>Tu primer curso</p>
        <p className={classes.facts}>2 lecciones · examen · certificado</p>
        <span className={classes.button}>Ver el curso</span>
      </div>
    </div>
  )
}
