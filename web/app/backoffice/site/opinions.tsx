import { Textarea, TextInput } from '@mantine/core'
import { useField } from '../blocks/findings'
import { withLimit } from '../blocks/limits'
import { NumberField } from '../blocks/number-field'
import type { Editor } from '../blocks/open-document'
import { PartList } from '../blocks/part-list'
import { FieldGroup } from '../blocks/record'
import classes from './site.module.css'

type OpinionsProps = Pick<Editor<'portada'>, 'document' | 'change'>

/** The rating and the testimonials of the landing page. */
export function Opinions({ document, change }: OpinionsProps) {
  const field = useField()
  return (
    <FieldGroup title="Opiniones" text="Solo lo que de verdad te dijeron, con permiso de quien lo dijo.">
      <NumberField
        label="Valoración media (opcional)"
        description="De 1 a 5, como la declara tu academia."
        maw={220}
        value={document.valoracion}
        onChange={(valoracion) => change({ ...document, valoracion })}
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
              {...withLimit(voice.texto, 400)}
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
