import type { Landing } from '@campus/contract/brands'
import { useBrand } from '../../platform/brand'
import { Picture } from '../../ui/picture'
import { BlockDrawing } from './block-drawing'
import classes from './blocks.module.css'
import landing from './landing.module.css'
import { T } from './texts'

type Block = Landing['bloques'][number]

function BlockPicture({ block, place }: { block: Block; place: number }) {
  if (!block.imagen) return <BlockDrawing about={`${block.titulo} ${block.texto}`} place={place} />
  return (
    <div className={classes.picture}>
      <Picture src={block.imagen} alt="" ratio={4 / 3} sizes="(max-width: 899px) 92vw, 520px" />
    </div>
  )
}

/** The academy's reasons, a picture and a text in turns; one without a picture of its own gets a drawing. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const brand = useBrand()
  if (blocks.length === 0) return null
  return (
    <section aria-labelledby="razones">
      <h2 id="razones" className={landing.heading}>
        {T.blocks}
        <span className="visually-hidden">, en {brand.nombre}</span>
      </h2>
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
    </section>
  )
}
