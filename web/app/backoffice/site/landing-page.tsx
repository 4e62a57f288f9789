import type { LANDING_PARTS } from '@campus/contract/brands'
import { checkLanding, type LandingDocument } from '@campus/contract/documents/site'
import { NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { BANNER_RATIO } from '../../lib/banners'
import { moveItem } from '../blocks/arrange'
import { numberOf, useField } from '../blocks/findings'
import { ImageField } from '../blocks/image-field'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { OrderList } from '../blocks/order'
import { PartList } from '../blocks/part-list'
import { FieldGroup } from '../blocks/record'
import classes from './site.module.css'
import { SiteEditor } from './site-editor'

type PartProps = { document: LandingDocument; change: (document: LandingDocument) => void }

const PART_NAMES: Record<(typeof LANDING_PARTS)[number], string> = {
  opiniones: 'Valoración y testimonios',
  docentes: 'Docentes',
  bloques: 'Bloques',
}

const OPENING = { titular: '', texto: '', boton: 'Ver cursos', enlace: '/cursos' }

function Opening({ document, change }: PartProps) {
  const field = useField()
  const { apertura } = document
  const set = (more: Partial<typeof OPENING>) => change({ ...document, apertura: { ...OPENING, ...apertura, ...more } })
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
            description="Hasta ocho palabras."
            maxLength={60}
            value={apertura.titular}
            onChange={(event) => set({ titular: event.currentTarget.value })}
            {...field('apertura', 'titular')}
          />
          <Textarea
            label="Texto"
            autosize
            maxLength={160}
            value={apertura.texto}
            onChange={(event) => set({ texto: event.currentTarget.value })}
            {...field('apertura', 'texto')}
          />
          <div className={classes.pair}>
            <TextInput
              label="Botón"
              maxLength={30}
              value={apertura.boton}
              onChange={(event) => set({ boton: event.currentTarget.value })}
              {...field('apertura', 'boton')}
            />
            <TextInput
              label="Enlace del botón"
              maxLength={500}
              value={apertura.enlace}
              onChange={(event) => set({ enlace: event.currentTarget.value })}
              {...field('apertura', 'enlace')}
            />
          </div>
        </>
      )}
    </FieldGroup>
  )
}

function BannersAndButtons({ document, change }: PartProps) {
  const field = useField()
  return (
    <FieldGroup
      title="Banners y botones"
      text="Los banners giran en la portada y en el inicio de tus alumnos; los botones salen en su inicio."
    >
      <PartList
        label="Banners"
        description="Hasta dos imágenes de 1600 × 560."
        add="Agregar banner"
        path={['banners']}
        parts={document.banners}
        most={2}
        name={(_, at) => `Banner ${at + 1}`}
        fresh={() => ({ imagen: null, enlace: '' })}
        onChange={(banners) => change({ ...document, banners })}
      >
        {(banner, at, set) => (
          <>
            <ImageField
              label={`Imagen del banner ${at + 1}`}
              path={['banners', at, 'imagen']}
              use="imagen"
              ratio={BANNER_RATIO}
              image={banner.imagen}
              onChange={(imagen) => set({ ...banner, imagen })}
            />
            <TextInput
              label="Enlace (opcional)"
              placeholder="/cursos"
              maxLength={500}
              value={banner.enlace}
              onChange={(event) => set({ ...banner, enlace: event.currentTarget.value })}
              {...field('banners', at, 'enlace')}
            />
          </>
        )}
      </PartList>
      <PartList
        label="Botones"
        add="Agregar botón"
        path={['botones']}
        parts={document.botones}
        most={3}
        name={({ texto }, at) => texto || `Botón ${at + 1}`}
        fresh={() => ({ texto: '', enlace: '' })}
        onChange={(botones) => change({ ...document, botones })}
      >
        {(button, at, set) => (
          <div className={classes.pair}>
            <TextInput
              label="Texto"
              maxLength={60}
              value={button.texto}
              onChange={(event) => set({ ...button, texto: event.currentTarget.value })}
              {...field('botones', at, 'texto')}
            />
            <TextInput
              label="Enlace"
              maxLength={500}
              value={button.enlace}
              onChange={(event) => set({ ...button, enlace: event.currentTarget.value })}
              {...field('botones', at, 'enlace')}
            />
          </div>
        )}
      </PartList>
    </FieldGroup>
  )
}

function Blocks({ document, change }: PartProps) {
  const field = useField()
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
        {(block, at, set) => (
          <>
            <TextInput
              label="Título"
              maxLength={80}
              value={block.titulo}
              onChange={(event) => set({ ...block, titulo: event.currentTarget.value })}
              {...field('bloques', at, 'titulo')}
            />
            <Textarea
              label="Texto"
              autosize
              minRows={2}
              maxLength={400}
              value={block.texto}
              onChange={(event) => set({ ...block, texto: event.currentTarget.value })}
              {...field('bloques', at, 'texto')}
            />
            <ImageField
              label="Imagen (opcional), 4:3"
              path={['bloques', at, 'imagen']}
              use="imagen"
              ratio={4 / 3}
              image={block.imagen}
              onChange={(imagen) => set({ ...block, imagen })}
            />
          </>
        )}
      </PartList>
    </FieldGroup>
  )
}

function Opinions({ document, change }: PartProps) {
  const field = useField()
  return (
    <FieldGroup title="Opiniones" text="Solo lo que de verdad te dijeron, con permiso de quien lo dijo.">
      <NumberInput
        label="Valoración media (opcional)"
        description="De 1 a 5, como la declara tu academia."
        min={1}
        max={5}
        decimalScale={1}
        allowedDecimalSeparators={[',', '.']}
        hideControls
        maw={220}
        value={document.valoracion ?? ''}
        onChange={(value) => change({ ...document, valoracion: numberOf(value) })}
        {...field('valoracion')}
      />
      <PartList
        label="Testimonios"
        add="Agregar testimonio"
        path={['testimonios']}
        parts={document.testimonios}
        most={8}
        name={({ autor }, at) => autor || `Testimonio ${at + 1}`}
        fresh={() => ({ texto: '', autor: '', detalle: '' })}
        onChange={(testimonios) => change({ ...document, testimonios })}
      >
        {(voice, at, set) => (
          <>
            <Textarea
              label="Testimonio"
              autosize
              minRows={2}
              maxLength={400}
              value={voice.texto}
              onChange={(event) => set({ ...voice, texto: event.currentTarget.value })}
              {...field('testimonios', at, 'texto')}
            />
            <div className={classes.pair}>
              <TextInput
                label="Quién lo dice"
                maxLength={80}
                value={voice.autor}
                onChange={(event) => set({ ...voice, autor: event.currentTarget.value })}
                {...field('testimonios', at, 'autor')}
              />
              <TextInput
                label="Detalle"
                placeholder="Alumna de Dibujo, Lima"
                maxLength={80}
                value={voice.detalle}
                onChange={(event) => set({ ...voice, detalle: event.currentTarget.value })}
                {...field('testimonios', at, 'detalle')}
              />
            </div>
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
    <SiteEditor
      editor={editor}
      title="Portada"
      lead="Lo que ve quien llega a tu academia."
      found={checkLanding(document)}
    >
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
