import { checkPrizes, PRIZE_RANKS } from '@campus/contract/documents/site'
import { rankLabel } from '@campus/contract/rules'
import { Select, TextInput } from '@mantine/core'
import { useField } from '../blocks/findings'
import { ImageField } from '../blocks/image-field'
import { withLimit } from '../blocks/limits'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { PartList } from '../blocks/part-list'
import { newPartId } from '../exams/questions'
import classes from './site.module.css'
import { SiteEditor } from './site-editor'

const RANKS = PRIZE_RANKS.map((rank) => ({ value: String(rank), label: rankLabel(rank) }))

function Fields({ editor: { document, change } }: { editor: Editor<'premios'> }) {
  const field = useField()
  return (
    <PartList
      label="Premios del mes"
      description="En la página salen por puesto; los del mismo puesto, en este orden."
      add="Agregar premio"
      path={['premios']}
      parts={document.premios}
      most={30}
      name={({ premio }, at) => premio || `Premio ${at + 1}`}
      fresh={() => ({ id: newPartId(), premio: '', puesto: null, imagen: null })}
      onChange={(premios) => change({ ...document, premios })}
    >
      {(prize, of, set, at) => (
        <>
          <div className={classes.pair}>
            <TextInput label="Premio" {...withLimit(prize.premio, 160)} {...of('premio')} />
            <Select
              label="Puesto"
              placeholder="Elige uno"
              allowDeselect={false}
              data={RANKS}
              value={prize.puesto === null ? null : String(prize.puesto)}
              onChange={(value) => set({ ...prize, puesto: value === null ? null : Number(value) })}
              {...field('premios', at, 'puesto')}
            />
          </div>
          <ImageField
            label="Imagen (opcional), 4:3"
            path={['premios', at, 'imagen']}
            use="imagen"
            ratio={4 / 3}
            frame="plain"
            image={prize.imagen}
            onChange={(imagen) => set({ ...prize, imagen })}
          />
        </>
      )}
    </PartList>
  )
}

/** The editor of the month's prizes. */
export default function PrizesScreen() {
  return (
    <OpenDocument kind="premios" objeto="premios">
      {(editor) => (
        <SiteEditor editor={editor} title="Premios" found={checkPrizes(editor.document)}>
          <Fields editor={editor} />
        </SiteEditor>
      )}
    </OpenDocument>
  )
}
