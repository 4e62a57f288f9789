import { checkTopic, type TopicDocument } from '@campus/contract/documents/site'
import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useParams } from 'react-router'
import { useField, useFields } from '../blocks/findings'
import { withLimit } from '../blocks/limits'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { PartList } from '../blocks/part-list'
import { PlacesField } from '../blocks/places-field'
import { FieldGroup } from '../blocks/record'
import { TextList } from '../blocks/text-list'
import classes from './site.module.css'
import { SiteEditor } from './site-editor'
import { renamed, unusedVariable } from './variables'

type Question = TopicDocument['preguntas'][number]
type FieldsProps = { editor: Editor<'tema'> }
type QuestionProps = {
  question: Question
  at: number
  onChange: (question: Question) => void
  onRename: (name: string) => void
}

function QuestionFields({ question, at, onChange, onRename }: QuestionProps) {
  const of = useFields(question, onChange, 'preguntas', at)
  const { texto, opciones } = question
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="Pregunta" {...withLimit(texto, 300)} {...of('texto')} />
        <TextInput
          label="Variable"
          maxLength={40}
          {...of('variable')}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
      </div>
      <Switch
        label="Con opciones"
        checked={opciones !== null}
        onChange={(event) => onChange({ ...question, opciones: event.currentTarget.checked ? ['', ''] : null })}
      />
      {opciones && (
        <TextList
          label="Opciones"
          description="Como irán escritas dentro del prompt."
          one="Opción"
          add="Agregar opción"
          path={['preguntas', at, 'opciones']}
          values={opciones}
          fewest={2}
          most={12}
          maxLength={120}
          onChange={(next) => onChange({ ...question, opciones: next })}
        />
      )}
    </>
  )
}

function Questions({ editor: { document, change } }: FieldsProps) {
  const { preguntas } = document
  return (
    <FieldGroup title="Preguntas" text="Cada respuesta va a su variable, que las plantillas nombran.">
      <PartList
        label="Preguntas"
        labelHidden
        add="Agregar pregunta"
        path={['preguntas']}
        parts={preguntas}
        most={20}
        name={({ texto }, at) => texto || `Pregunta ${at + 1}`}
        fresh={() => ({ variable: unusedVariable(preguntas), texto: '', opciones: null })}
        onChange={(next) => change({ ...document, preguntas: next })}
      >
        {(question, _, set, at) => (
          <QuestionFields
            question={question}
            at={at}
            onChange={set}
            onRename={(name) => change(renamed(document, at, name))}
          />
        )}
      </PartList>
    </FieldGroup>
  )
}

function Templates({ editor: { document, change } }: FieldsProps) {
  const places = document.preguntas.map(({ variable }) => ({ name: variable, label: variable }))
  return (
    <FieldGroup title="Plantillas" text="Hasta tres prompts, que el alumno usa en orden.">
      <PartList
        label="Plantillas"
        labelHidden
        add="Agregar plantilla"
        path={['plantillas']}
        parts={document.plantillas}
        most={3}
        name={({ titulo }, at) => titulo || `Plantilla ${at + 1}`}
        fresh={() => ({ titulo: '', contenido: '' })}
        onChange={(plantillas) => change({ ...document, plantillas })}
      >
        {(_, of) => (
          <>
            <TextInput label="Título" maxLength={120} {...of('titulo')} />
            <PlacesField label="Plantilla" maxLength={8000} places={places} {...of('contenido')} />
          </>
        )}
      </PartList>
    </FieldGroup>
  )
}

function Head({ editor: { document, change } }: FieldsProps) {
  const field = useField()
  const of = useFields(document, change)
  return (
    <FieldGroup title="Tema" text="Cómo lo encuentran tus alumnos en el generador.">
      <TextInput label="Nombre" maxLength={120} {...of('nombre')} />
      <Textarea
        label="Descripción"
        autosize
        minRows={2}
        {...withLimit(document.descripcion, 400)}
        {...of('descripcion')}
      />
      <Switch
        label="Visible para los alumnos"
        description="Al publicar. Oculto, lo ya generado sigue en el historial de cada quien."
        checked={document.visible}
        onChange={(event) => change({ ...document, visible: event.currentTarget.checked })}
        {...field('visible')}
      />
    </FieldGroup>
  )
}

/** The editor of a prompt topic. */
export default function TopicScreen() {
  const { id = '' } = useParams()
  return (
    <OpenDocument key={id} kind="tema" objeto={`tema:${id}`}>
      {(editor) => (
        <SiteEditor
          editor={editor}
          title={editor.document.nombre || 'Tema sin nombre'}
          found={checkTopic(editor.document)}
          previewWord="Probar"
        >
          <Stack gap={0}>
            <Head editor={editor} />
            <Questions editor={editor} />
            <Templates editor={editor} />
          </Stack>
        </SiteEditor>
      )}
    </OpenDocument>
  )
}
