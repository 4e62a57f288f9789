import { type EvaluationDocument, QUESTION_KINDS, type QuestionPart } from '@campus/contract/documents/evaluation'
import type { Findings } from '@campus/contract/documents/findings'
import { OPEN } from '@campus/contract/rules'
import { Button, Menu, Text } from '@mantine/core'
import {
  IconClipboardText,
  IconCopy,
  IconExclamationCircle,
  IconPlus,
  IconRefresh,
  IconScale,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { formatNumber } from '../../lib/format'
import { Late } from '../../ui/late'
import { MenuAct } from '../blocks/act-menu'
import { moveItem } from '../blocks/arrange'
import { OrderList } from '../blocks/order'
import classes from './exams.module.css'
import {
  duplicate,
  KINDS,
  newQuestion,
  nextValue,
  type QuestionKind,
  SURVEY_KINDS,
  shareHundred,
  totalsText,
} from './questions'

const PasteDialog = lazy(() => import('./paste-dialog'))

type ListProps = {
  document: EvaluationDocument
  found: Findings
  /** The open question; null for the settings. */
  shown: number | null
  onShow: (place: number | null) => void
  onChange: (document: EvaluationDocument) => void
  /** Absent where answers cannot be graded again. */
  onRegrade?: ((place: number) => void) | undefined
}

/** A part has a number from its first publication. */
const isRegradable = (question: QuestionPart | undefined): boolean => typeof question?.id === 'number'

/** The menu of kinds that a new question may have, and the paste. */
function AddQuestion({ document, onChange, onShow }: ListProps) {
  const [pasting, setPasting] = useState(false)
  const [pasted, setPasted] = useState('')
  const add = (kind: QuestionKind) => {
    onChange({ ...document, preguntas: [...document.preguntas, newQuestion(kind, nextValue(document))] })
    onShow(document.preguntas.length)
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button fullWidth variant="default" leftSection={<IconPlus size={18} aria-hidden />}>
            Agregar pregunta
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(document.modelo === 'encuesta' ? SURVEY_KINDS : KINDS).map(({ kind, name }) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <MenuAct icon={IconClipboardText} label="Pegar preguntas…" onClick={() => setPasting(true)} />
        </Menu.Dropdown>
      </Menu>
      <Late fallback={null}>
        {pasting && (
          <PasteDialog
            document={document}
            text={pasted}
            onText={setPasted}
            onAdd={(questions) => {
              onChange({ ...document, preguntas: [...document.preguntas, ...questions] })
              onShow(document.preguntas.length)
            }}
            onClose={() => setPasting(false)}
          />
        )}
      </Late>
    </>
  )
}

/** The questions in order, with the totals in view. */
export function QuestionList(props: ListProps) {
  const { document, found, shown, onShow, onChange, onRegrade } = props
  const { preguntas, modelo } = document
  const set = (next: EvaluationDocument['preguntas']) => onChange({ ...document, preguntas: next })
  const placeOf = (id: string) => preguntas.findIndex((question) => String(question.id) === id)
  const wrong = (place: number) => found.errores.some(({ ruta }) => ruta.startsWith(`preguntas.${place}.`))
  const remove = (place: number) => {
    set(preguntas.filter((_, n) => n !== place))
    onShow(preguntas.length > 1 ? Math.max(0, place - 1) : null)
  }
  const row = (id: string) => {
    const place = placeOf(id)
    const question = preguntas[place]
    if (!question) return null
    const worth = modelo === 'examen' ? ` · ${formatNumber(question.valor ?? 0)} pts` : ''
    return (
      <button
        type="button"
        className={classes.question}
        aria-current={place === shown || undefined}
        onClick={() => onShow(place)}
      >
        <Text component="span" display="block" inherit truncate>
          {`${place + 1}. ${question.pregunta || 'Sin texto'}`}
        </Text>
        <span className={classes.facts}>
          <span>{`${QUESTION_KINDS[question.tipo_pregunta]}${worth}`}</span>
          {wrong(place) && (
            <span className={classes.missing}>
              <IconExclamationCircle size={14} aria-hidden /> Incompleta
            </span>
          )}
        </span>
      </button>
    )
  }
  return (
    <aside className={classes.aside} aria-label="Preguntas">
      <Text fw={600} size="sm" mb="xs" role="status">
        {totalsText(document)}
      </Text>
      <Button
        fullWidth
        justify="flex-start"
        variant={shown === null ? 'light' : 'subtle'}
        color="gray"
        leftSection={<IconSettings size={18} aria-hidden />}
        aria-current={shown === null || undefined}
        onClick={() => onShow(null)}
      >
        Ajustes
      </Button>
      <OrderList
        label="Preguntas"
        rows={preguntas.map(({ id, pregunta }, place) => ({
          id: String(id),
          name: pregunta || `Pregunta ${place + 1}`,
        }))}
        onMove={(id, { index }) => {
          const from = placeOf(id)
          set(moveItem(preguntas, from, index))
          if (shown !== null) onShow(index)
        }}
        onOpen={(id) => onShow(placeOf(id))}
        render={({ id }) => row(id)}
        menu={({ id }) => (
          <>
            <MenuAct
              icon={IconCopy}
              label="Duplicar"
              onClick={() => {
                const place = placeOf(id)
                const question = preguntas[place]
                if (question)
                  set([...preguntas.slice(0, place + 1), duplicate(question), ...preguntas.slice(place + 1)])
              }}
            />
            {onRegrade && isRegradable(preguntas[placeOf(id)]) && (
              <MenuAct
                icon={IconRefresh}
                label={preguntas[placeOf(id)]?.tipo_pregunta === OPEN ? 'Anular…' : 'Recalificar…'}
                onClick={() => onRegrade(placeOf(id))}
              />
            )}
            <MenuAct color="red" icon={IconTrash} label="Quitar" onClick={() => remove(placeOf(id))} />
          </>
        )}
      />
      <AddQuestion {...props} />
      {modelo === 'examen' && preguntas.length > 0 && (
        <Button
          fullWidth
          mt="xs"
          variant="subtle"
          leftSection={<IconScale size={18} aria-hidden />}
          onClick={() => set(shareHundred(preguntas))}
        >
          Repartir 100 puntos por igual
        </Button>
      )}
    </aside>
  )
}
