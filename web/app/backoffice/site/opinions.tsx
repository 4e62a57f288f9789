import { Textarea, TextInput } from '@mantine/core'
import { useFields } from '../blocks/findings'
import { withLimit } from '../blocks/limits'
import { NumberField } from '../blocks/number-field'
import type { Editor } from '../blocks/open-document'
import { PartList } from '../blocks/part-list'
import { FieldGroup } from '../blocks/record'
import classes from './site.module.css'

type OpinionsProps = Pick<Editor<'portada'>, 'document' | 'change'>

/** The rating and the testimonials of the landing page. */
export function Opinions({ document, change }: OpinionsProps) {
  const whole = useFields(document, change)
  return (
    <FieldGroup title="Opiniones" text="Solo lo que de verdad te dijeron, con permiso de quien lo dijo.">
      <NumberField
        label="Valoración media (opcional)"
        description="De 1 a 5, como la declara tu academia."
        maw={220}
        {...whole('valoracion')}
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
        {(voice, of) => (
          <>
            <Textarea label="Testimonio" autosize minRows={2} {...withLimit(voice.texto, 400)} {...of('texto')} />
            <div className={classes.pair}>
              <TextInput label="Quién lo dice" maxLength={80} {...of('autor')} />
              <TextInput label="Detalle" placeholder="Alumna de Dibujo, Lima" maxLength={80} {...of('detalle')} />
            </div>
          </>
        )}
      </PartList>
    </FieldGroup>
  )
}
