import { type CourseDesk, NewEvaluations } from '@campus/contract/catalogue.staff'
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { NewDialog } from '../blocks/new-dialog'
import type { Editor } from '../blocks/open-document'
import { createExam } from './course-calls'
import { examPath } from './paths'

type NewExamProps = {
  /** Chosen at first; by default the first one. */
  module: number | null
  editor: Editor<'curso'>
  desk: CourseDesk
  refresh: () => Promise<unknown>
  onClose: () => void
}

const WHOLE = 'curso'

/** A new exam or survey, of a module or of the whole course. */
export function NewExam({ editor, desk, module, refresh, onClose }: NewExamProps) {
  const navigate = useNavigate()
  const { modulos } = editor.document
  const first = modulos.find(({ id }) => id === module) ?? modulos[0]
  return (
    <NewDialog
      title="Nueva evaluación"
      action="Crear y escribir las preguntas"
      values={{ modelo: 'examen' as 'examen' | 'encuesta', nombres: '', id_modulo: String(first?.id ?? WHOLE) }}
      schema={NewEvaluations}
      body={({ modelo, nombres, id_modulo }, envio) => ({
        ...{ modelo, nombres: [nombres], envio },
        id_modulo: id_modulo === WHOLE ? null : Number(id_modulo),
      })}
      send={async (body) => {
        await editor.store.flush()
        return createExam(desk.id, body)
      }}
      onDone={async ([created]) => {
        await refresh()
        if (created) navigate(examPath(desk.id, created.id))
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SegmentedControl
            aria-label="Qué es"
            data={[
              { value: 'examen', label: 'Examen' },
              { value: 'encuesta', label: 'Encuesta' },
            ]}
            {...form.getInputProps('modelo')}
          />
          <TextInput label="Nombre" data-autofocus maxLength={200} {...form.getInputProps('nombres')} />
          <Select
            label="De"
            allowDeselect={false}
            data={[
              ...modulos.map(({ id, nombre }) => ({ value: String(id), label: nombre || 'Módulo' })),
              { value: WHOLE, label: 'Todo el curso' },
            ]}
            {...form.getInputProps('id_modulo')}
          />
        </>
      )}
    </NewDialog>
  )
}
