import type { Landing } from '@campus/contract/brands'
import { lazy } from 'react'
import { useBrand } from '../../../lib/brand'
import { Late } from '../../../ui/late'
import { Picture } from '../../../ui/picture'
import classes from './blocks.module.css'
import landing from './landing.module.css'
import { SwipeRow } from './swipe-row'
import { TEXTS } from './texts'

/** Only for academies without pictures of their own. */
const Drawing = lazy(() => import('./drawings'))

type Block = Landing['bloques'][number]

function BlockPicture({ block, place }: { block: Block; place: number }) {
  if (!block.imagen)
    return (
      <Late failed={null}>
        <Drawing about={`${block.titulo} ${block.texto}`} place={place} />
      </Late>
    )
  return (
    <div className={classes.picture}>
      <Picture src={block.imagen} alt="" ratio={4 / 3} sizes="200px" />
    </div>
  )
}

/** Two by two; a block without a picture gets a drawing. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const brand = useBrand()
  if (blocks.length === 0) return null
  return (
    <section aria-labelledby="razones">
      <h2 id="razones" className={landing.heading}>
        {TEXTS.blocks}
        <span className="visually-hidden">{`, en ${brand.nombre}`}</span>
      </h2>
      <SwipeRow of="razones">
        <div className={classes.blocks}>
          {blocks.map((block, index) => (
            <article key={block.titulo} className={classes.block}>
              <BlockPicture block={block} place={index} />
              <div className={classes.words}>
                <h3>{block.titulo}</h3>
                <p>{block.texto}</p>
              </div>
            </article>
          ))}
        </div>
      </SwipeRow>
    </section>
  )
}
