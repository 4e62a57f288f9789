import type { QuestionPart } from '@campus/contract/documents/evaluation'
import { Collapse, Group, Select, Stack, Textarea } from '@mantine/core'
import { useBind, useField, useFields } from '../blocks/findings'
import { foundOptions } from '../blocks/found-options'
import { ImageField } from '../blocks/image-field'
import { NumberField } from '../blocks/number-field'
import { TextList } from '../blocks/text-list'
import { OptionKeys } from './option-keys'
import { NumberKey, PairsKey } from './other-keys'
import { KINDS, type QuestionKind, SURVEY_KINDS, toKind } from './questions'

export type LessonChoice = { id: number; titulo: string; modulo: string }

type QuestionFormProps = {
  question: QuestionPart
  at: number
  survey: boolean
  lessons: readonly LessonChoice[]
  onChange: (question: QuestionPart) => void
}

function Key({ question, at, survey, onChange }: Omit<QuestionFormProps, 'lessons'>) {
  const bind = useBind()
  switch (question.tipo_pregunta) {
    case 2:
      return survey ? null : (
        <Textarea
          label="Criterio para calificar"
          description="Lo ve quien califica, no el alumno."
          autosize
          minRows={2}
          maxLength={5000}
          {...bind(question, onChange, 'preguntas', at)('criterio')}
        />
      )
    case 4:
      return (
        <TextList
          label="Respuestas aceptadas"
          description="Se comparan sin mayúsculas, tildes ni espacios de más; da igual qué apóstrofo o guion escriba el teclado."
          one="Respuesta aceptada"
          add="Agregar otra"
          path={['preguntas', at, 'aceptadas']}
          values={question.aceptadas}
          fewest={1}
          most={20}
          maxLength={200}
          onChange={(aceptadas) => onChange({ ...question, aceptadas })}
        />
      )
    case 5:
      return <NumberKey question={question} at={at} onChange={onChange} />
    case 6:
      return <PairsKey question={question} at={at} onChange={onChange} />
    default:
      return <OptionKeys question={question} at={at} survey={survey} onChange={onChange} />
  }
}

/** What teaches after the exam: the explanation, the lesson and the second of its video. */
function Teaching({ question, at, lessons, onChange }: Omit<QuestionFormProps, 'survey'>) {
  const field = useField()
  const of = useFields(question, onChange, 'preguntas', at)
  const modules = [...new Set(lessons.map(({ modulo }) => modulo))]
  return (
    <>
      <Textarea
        label="Explicación"
        description="El alumno la lee junto a la respuesta correcta."
        autosize
        minRows={2}
        {...of('explicacion')}
      />
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <Select
          label="Lección donde se explica"
          placeholder="Ninguna"
          clearable
          searchable
          filter={foundOptions}
          nothingFoundMessage="Ninguna lección se llama así."
          clearButtonProps={{ 'aria-label': 'Quitar la lección' }}
          data={modules.map((group) => ({
            group,
            items: lessons
              .filter(({ modulo }) => modulo === group)
              .map(({ id, titulo }) => ({ value: String(id), label: titulo })),
          }))}
          value={question.id_leccion === null ? null : String(question.id_leccion)}
          onChange={(value) => onChange({ ...question, id_leccion: value === null ? null : Number(value) })}
          {...field('preguntas', at, 'id_leccion')}
        />
        <Collapse expanded={question.id_leccion !== null} maw={180}>
          <NumberField label="Segundo del video" whole {...of('segundo')} />
        </Collapse>
      </Group>
    </>
  )
}

/** One question with all that belongs to it. */
export function QuestionForm(props: QuestionFormProps) {
  const { question, at, survey, onChange } = props
  const field = useField()
  const of = useFields(question, onChange, 'preguntas', at)
  return (
    <Stack gap="lg">
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <Select
          label="Tipo"
          data={(survey ? SURVEY_KINDS : KINDS).map(({ kind, name }) => ({ value: String(kind), label: name }))}
          value={String(question.tipo_pregunta)}
          allowDeselect={false}
          onChange={(value) => value && onChange(toKind(question, Number(value) as QuestionKind))}
          {...field('preguntas', at, 'tipo_pregunta')}
        />
        {!survey && <NumberField label="Puntos" maw={140} {...of('valor')} />}
      </Group>
      <Textarea label="Pregunta" autosize minRows={2} maxLength={2000} {...of('pregunta')} />
      <Key question={question} at={at} survey={survey} onChange={onChange} />
      <ImageField
        label="Imagen (opcional)"
        path={['preguntas', at, 'imagen']}
        altPath={['preguntas', at, 'imagen_alt']}
        use="imagen"
        ratio={16 / 9}
        image={question.imagen}
        alt={question.imagen_alt}
        onChange={(imagen, imagen_alt) => onChange({ ...question, imagen, imagen_alt })}
      />
      {!survey && <Teaching {...props} />}
    </Stack>
  )
}
