import type { LANDING_PARTS } from '@campus/contract/brands'
import { checkLanding, MAX_HEADLINE_WORDS, wordsIn } from '@campus/contract/documents/site'
import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { moveItem } from '../blocks/arrange'
import { useFields } from '../blocks/findings'
import { ImageField } from '../blocks/image-field'
import { withLimit, withWords } from '../blocks/limits'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { OrderList } from '../blocks/order'
import { PartList } from '../blocks/part-list'
import { FieldGroup } from '../blocks/record'
import { BannersAndButtons } from './banners-and-buttons'
import { Opinions } from './opinions'
import classes from './site.module.css'
import { SiteEditor } from './site-editor'

type PartProps = Pick<Editor<'portada'>, 'document' | 'change'>

const PART_NAMES: Record<(typeof LANDING_PARTS)[number], string> = {
  opiniones: 'Valoración y testimonios',
  docentes: 'Docentes',
  bloques: 'Bloques',
}

const OPENING = { titular: '', texto: '', boton: 'Ver cursos', enlace: '/cursos' }

function Opening({ document, change }: PartProps) {
  const { apertura } = document
  const of = useFields(apertura ?? OPENING, (next) => change({ ...document, apertura: next }), 'apertura')
  return (
    <FieldGroup title="Titular" text="Lo primero que se lee. Sin titular propio se muestra el lema de la marca.">
      <Switch
        label="Titular propio"
        checked={apertura !== null}
        onChange={(event) => change({ ...document, apertura: event.currentTarget.checked ? OPENING : null })}
      />
      {apertura && (
        <>
          <TextInput
            label="Titular"
            maxLength={60}
            {...withWords(wordsIn(apertura.titular), MAX_HEADLINE_WORDS)}
            {...of('titular')}
          />
          <Textarea label="Texto" autosize {...withLimit(apertura.texto, 160)} {...of('texto')} />
          <div className={classes.pair}>
            <TextInput label="Botón" {...withLimit(apertura.boton, 30)} {...of('boton')} />
            <TextInput label="Enlace del botón" maxLength={500} {...of('enlace')} />
          </div>
        </>
      )}
    </FieldGroup>
  )
}

function Blocks({ document, change }: PartProps) {
  return (
    <FieldGroup title="Bloques" text="Por qué estudiar contigo. Si los quitas todos, vuelven los de la plataforma.">
      <PartList
        label="Bloques"
        labelHidden
        add="Agregar bloque"
        path={['bloques']}
        parts={document.bloques}
        most={6}
        name={({ titulo }, at) => titulo || `Bloque ${at + 1}`}
        fresh={() => ({ titulo: '', texto: '', imagen: null })}
        onChange={(bloques) => change({ ...document, bloques })}
      >
        {(block, of, set, at) => (
          <>
            <TextInput label="Título" {...withLimit(block.titulo, 80)} {...of('titulo')} />
            <Textarea label="Texto" autosize minRows={2} {...withLimit(block.texto, 400)} {...of('texto')} />
            <ImageField
              label="Imagen (opcional), 4:3"
              path={['bloques', at, 'imagen']}
              use="imagen"
              ratio={4 / 3}
              frame="plain"
              image={block.imagen}
              onChange={(imagen) => set({ ...block, imagen })}
            />
          </>
        )}
      </PartList>
    </FieldGroup>
  )
}

function PartsOrder({ document, change }: PartProps) {
  const { orden } = document
  const rows = orden.map((part) => ({ id: part, name: PART_NAMES[part] }))
  return (
    <FieldGroup title="Orden" text="De lo que va debajo de los cursos.">
      <OrderList
        label="Orden de las partes"
        rows={rows}
        onMove={(id, { index }) =>
          change({
            ...document,
            orden: moveItem(
              orden,
              rows.findIndex((row) => row.id === id),
              index,
            ),
          })
        }
        render={({ name }) => name}
      />
    </FieldGroup>
  )
}

function LandingFields({ editor }: { editor: Editor<'portada'> }) {
  const { document, change } = editor
  const part = { document, change }
  return (
    <SiteEditor editor={editor} title="Portada" found={checkLanding(document)}>
      <Stack gap={0}>
        <Opening {...part} />
        <BannersAndButtons {...part} />
        <Blocks {...part} />
        <Opinions {...part} />
        <PartsOrder {...part} />
      </Stack>
    </SiteEditor>
  )
}

/** The editor of the landing page. */
export default function LandingScreen() {
  return (
    <OpenDocument kind="portada" objeto="portada">
      {(editor) => <LandingFields editor={editor} />}
    </OpenDocument>
  )
}
