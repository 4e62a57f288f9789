import { useBrand, useRoot } from '../../../lib/brand'
import { withBrand } from '../../../lib/redirect'
import classes from './buy-card.module.css'
import { TEXTS } from './texts'

/** In place of the price, for someone whose account belongs to another academy. */
export function OtherBrand({ own }: { own: number }) {
  const { nombre } = useBrand()
  const home = useRoot().brands.find(({ id }) => id === own)
  return (
    <div className={classes.foreign}>
      <h2>{TEXTS.otherBrand(nombre)}</h2>
      {home && (
        <>
          <p>{TEXTS.otherBrandText(home.nombre)}</p>
          {/* A full load, because the theme belongs to the document. */}
          <a href={withBrand('/cursos', own)}>{TEXTS.ownCourses(home.nombre)}</a>
        </>
      )}
    </div>
  )
}
