import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { Group, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useField, useFields } from '../blocks/findings'
import { instantOf, limaField } from '../blocks/lima-field'
import { NumberField } from '../blocks/number-field'
import type { Editor } from '../blocks/open-document'
import { TextField } from '../blocks/text-field'
import { SURVEY_KINDS } from './questions'

type SettingsProps = { editor: Editor<'evaluacion'>; desk: CourseDesk }

const WHOLE = 'curso'

function Limits({ editor }: SettingsProps) {
  const { document, change } = editor
  const of = useFields(document, change)
  const survey = document.modelo === 'encuesta'
  return (
    <Group grow align="flex-start">
      {!survey && <NumberField label="Intentos" whole {...of('intentos')} />}
      <NumberField label={survey ? 'Minutos (opcional)' : 'Minutos'} whole {...of('duracion')} />
    </Group>
  )
}

function Window({ editor }: SettingsProps) {
  const { document, change } = editor
  const field = useField()
  return (
    <div>
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label="Abre (opcional)"
          value={limaField(document.fecha_apertura)}
          onChange={(event) => change({ ...document, fecha_apertura: instantOf(event.currentTarget.value) })}
          {...field('fecha_apertura')}
        />
        <TextInput
          type="datetime-local"
          label="Cierra (opcional)"
          value={limaField(document.fecha_cierre)}
          onChange={(event) => change({ ...document, fecha_cierre: instantOf(event.currentTarget.value) })}
          {...field('fecha_cierre')}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Hora de Lima. Sin fechas, siempre está abierto.
      </Text>
    </div>
  )
}

type KindProps = Pick<SettingsProps['editor'], 'document' | 'change'>

/** Exam or survey, which decides the kinds of question. */
function Kind({ document, change }: KindProps) {
  const { id, error } = useField()('modelo')
  const fits = document.preguntas.every(({ tipo_pregunta }) => SURVEY_KINDS.some(({ kind }) => kind === tipo_pregunta))
  return (
    <div id={id}>
      <SegmentedControl
        w="fit-content"
        aria-label="Qué es"
        data={[
          { value: 'examen', label: 'Examen' },
          { value: 'encuesta', label: 'Encuesta', disabled: !fits },
        ]}
        value={document.modelo}
        onChange={(modelo) => change({ ...document, modelo: modelo as 'examen' | 'encuesta' })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {document.modelo === 'encuesta'
          ? 'Sin nota y sin nombres: las respuestas se leen en grupo.'
          : 'Da nota, y con la de aprobar, el certificado.'}
      </Text>
      {error && (
        <Text size="sm" c="var(--color-error)" mt={4}>
          {error}
        </Text>
      )}
    </div>
  )
}

/** What holds for the whole exam or survey. */
export function Settings(props: SettingsProps) {
  const { editor, desk } = props
  const { document, change, store } = editor
  const field = useField()
  const of = useFields(document, change)
  return (
    <Stack gap="lg">
      <TextInput label="Nombre" maxLength={200} {...of('nombre')} />
      <Kind document={document} change={change} />
      <Select
        label="De"
        allowDeselect={false}
        data={[
          ...desk.modulos.map(({ id, nombre }) => ({ value: String(id), label: nombre || 'Módulo sin nombre' })),
          { value: WHOLE, label: 'Todo el curso' },
        ]}
        value={document.id_modulo === null ? WHOLE : String(document.id_modulo)}
        onChange={(value) => change({ ...document, id_modulo: value === WHOLE ? null : Number(value) })}
        {...field('id_modulo')}
      />
      <Limits {...props} />
      <Window {...props} />
      <TextField
        label="Instrucciones"
        {...of('instrucciones')}
        onChange={(instrucciones) => store.change({ ...store.getState().document, instrucciones })}
      />
      <Switch
        label="Visible para los alumnos"
        description="Al publicar. Si lo ocultas, los intentos abiertos se pueden terminar."
        checked={document.visible}
        onChange={(event) => change({ ...document, visible: event.currentTarget.checked })}
        {...field('visible')}
      />
    </Stack>
  )
}
