import type { QuestionPart } from '@campus/contract/documents/evaluation'
import { Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useField } from '../blocks/findings'
import { NumberField } from '../blocks/number-field'
import { PartRow } from '../blocks/part-row'
import { PartsField } from '../blocks/parts-field'
import { TextList } from '../blocks/text-list'

export type NumberQuestion = Extract<QuestionPart, { tipo_pregunta: 5 }>
export type PairsQuestion = Extract<QuestionPart, { tipo_pregunta: 6 }>

type KeyProps<Q> = { question: Q; at: number; onChange: (question: Q) => void }

const EMPTY = {
  valor: { modo: 'valor', valor: null, tolerancia: null },
  rango: { modo: 'rango', desde: null, hasta: null },
} as const

/** A number with its tolerance, or a range. */
export function NumberKey({ question, at, onChange }: KeyProps<NumberQuestion>) {
  const field = useField()
  const { numero } = question
  const number = (key: string, label: string, value: number | null, description?: string) => (
    <NumberField
      key={key}
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      onChange={(next) => onChange({ ...question, numero: { ...numero, [key]: next } as typeof numero })}
      {...field('preguntas', at, 'numero', key)}
    />
  )
  return (
    <Stack gap="sm">
      <SegmentedControl
        w="fit-content"
        aria-label="Cómo se califica"
        data={[
          { value: 'valor', label: 'Un valor' },
          { value: 'rango', label: 'Un rango' },
        ]}
        value={numero.modo}
        onChange={(modo) => onChange({ ...question, numero: EMPTY[modo as 'valor' | 'rango'] })}
      />
      <Group align="flex-start" grow>
        {numero.modo === 'valor' ? (
          <>
            {number('valor', 'Respuesta correcta', numero.valor)}
            {number('tolerancia', 'Tolerancia', numero.tolerancia, 'Cuánto puede faltar o sobrar. Vacía: exacta.')}
          </>
        ) : (
          <>
            {number('desde', 'Desde', numero.desde)}
            {number('hasta', 'Hasta', numero.hasta)}
          </>
        )}
      </Group>
    </Stack>
  )
}

const MAX_PAIRS = 10

/** Pairs to match, and answers that belong to none. */
export function PairsKey({ question, at, onChange }: KeyProps<PairsQuestion>) {
  const field = useField()
  const { pares, distractores } = question
  const set = (place: number, part: Partial<PairsQuestion['pares'][number]>) =>
    onChange({ ...question, pares: pares.map((pair, n) => (n === place ? { ...pair, ...part } : pair)) })
  const side = (place: number, key: 'izquierda' | 'derecha') => (
    <TextInput
      flex={1}
      aria-label={`Par ${place + 1}, ${key}`}
      placeholder={key === 'izquierda' ? 'Concepto' : 'Su pareja'}
      maxLength={500}
      value={pares[place]?.[key] ?? ''}
      onChange={(event) => set(place, { [key]: event.target.value })}
      {...field('preguntas', at, 'pares', place, key)}
    />
  )
  return (
    <Stack>
      <PartsField
        label="Pares"
        description="El alumno verá la columna derecha desordenada."
        path={['preguntas', at, 'pares']}
        add="Agregar par"
        onAdd={() => onChange({ ...question, pares: [...pares, { izquierda: '', derecha: '' }] })}
        full={pares.length >= MAX_PAIRS}
      >
        {pares.map((_, place) => (
          <PartRow
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no id, and typing must not lose the focus
            key={place}
            name={`el par ${place + 1}`}
            onRemove={
              pares.length > 2
                ? () => onChange({ ...question, pares: pares.filter((_pair, n) => n !== place) })
                : undefined
            }
          >
            {side(place, 'izquierda')}
            {side(place, 'derecha')}
          </PartRow>
        ))}
      </PartsField>
      <TextList
        label="Distractores"
        description="Opcionales: respuestas que no son pareja de ningún concepto."
        one="Distractor"
        add="Agregar distractor"
        path={['preguntas', at, 'distractores']}
        values={distractores}
        fewest={0}
        most={MAX_PAIRS}
        maxLength={500}
        onChange={(next) => onChange({ ...question, distractores: next })}
      />
    </Stack>
  )
}
