import type { RegradeBody, RegradeTrial } from '@campus/contract/grading'
import type { Job } from '@campus/contract/jobs'
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { RadioCards } from '../../ui/radio-cards'
import { isOpen, JobProgress } from '../jobs/job-parts'
import { tellStarted } from '../jobs/started'
import { Rises } from './rises'

const DECISIONS = [
  { value: 'clave_nueva', label: 'Vale la clave nueva', text: 'Suben las notas de quienes acertaron con ella.' },
  {
    value: 'clave_nueva_o_anterior',
    label: 'Valen la nueva y la anterior',
    text: 'Las dos respuestas se muestran como correctas.',
  },
  { value: 'puntos_a_todos', label: 'Los puntos son para todos', text: 'También para quien la dejó en blanco.' },
] as const satisfies { value: RegradeBody['decision']; label: string; text: string }[]

function effectText({ intentos, efecto }: RegradeTrial): string {
  if (intentos === 0) return 'Nadie ha recibido esta pregunta todavía: no hay nada que recalificar.'
  const { suben = 0, aprueban = 0, certificados = 0 } = efecto ?? {}
  const parts = [
    count(suben, 'nota sube', 'notas suben'),
    count(aprueban, 'alumno aprueba', 'alumnos aprueban'),
    count(certificados, 'certificado nuevo', 'certificados nuevos'),
  ]
  return `Si aplicas esta corrección: ${parts.join(', ')}. Ninguna nota baja.`
}

type CountsProps = {
  annul: boolean
  unpublished: boolean
  decision: RegradeBody['decision'] | undefined
  error: string | undefined
  onChoose: (decision: RegradeBody['decision']) => void
}

function HowItCounts({ annul, unpublished, decision, error, onChoose }: CountsProps) {
  if (annul)
    return (
      <Text>Todos reciben sus puntos, también quien la dejó en blanco, y ninguna respuesta espera calificación.</Text>
    )
  return (
    <>
      {unpublished && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
          Tienes cambios sin publicar. Se recalifica con la clave que ya está publicada.
        </Alert>
      )}
      <RadioCards
        name="decision"
        legend="¿Cómo se cuenta?"
        options={DECISIONS}
        stacked
        chosen={decision ?? ''}
        onChoose={(value) => onChoose(value as RegradeBody['decision'])}
        {...(error && { error })}
      />
    </>
  )
}

const FAILED = 'No pudimos calcular qué cambiaría. Vuelve a intentarlo.'

/** What would change, once it was computed. */
function Effect({ tried }: { tried: RegradeTrial | null }) {
  return (
    <>
      <div role="status">
        {tried?.efecto && (
          <Alert color={tried.intentos > 0 ? 'brand' : 'gray'} icon={<IconInfoCircle aria-hidden />}>
            {effectText(tried)}
          </Alert>
        )}
        {tried && !tried.efecto && !isOpen(tried.trabajo) && <Alert color="red">{FAILED}</Alert>}
      </div>
      {tried && isOpen(tried.trabajo) && <JobProgress job={tried.trabajo} of="alumnos" />}
      {tried?.alumnos && <Rises alumnos={tried.alumnos} />}
    </>
  )
}

/** Most are over in a second or two. */
const TRIAL_POLL_MS = 1000

const WORDS = {
  regrade: { title: 'Recalificar', act: 'Recalificar' },
  annul: { title: 'Anular', act: 'Anular en' },
} as const

type RegradeDialogProps = {
  exam: number
  question: { id: number; number: number; text: string }
  /** The draft differs from what was published, and only the published key counts. */
  unpublished: boolean
  /** It has no key that could count: its points can only go to everyone. */
  annul?: boolean
  /** Once the job runs, instead of closing. */
  onStarted?: () => void
  onClose: () => void
}

type SubmitProps = { act: string; tried: RegradeTrial | null; computing: boolean }

/** First tries the correction, then applies it; never `disabled`, so that it keeps the keyboard's focus. */
function SubmitButton({ act, tried, computing }: SubmitProps) {
  const effective = tried?.efecto != null
  const held = computing || (effective && tried.intentos === 0)
  const trialLabel = computing ? 'Calculando…' : 'Ver qué cambiaría'
  return (
    <Button
      type="submit"
      loading={effective && computing}
      aria-disabled={held || undefined}
      data-disabled={held || undefined}
      onClick={(event) => held && event.preventDefault()}
      // A key held down would apply what it was pressed to try.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      {effective ? `${act} ${count(tried.intentos, 'intento', 'intentos')}` : trialLabel}
    </Button>
  )
}

/** Corrects a published key in the attempts that have the question (docs/product/exams.md 9). */
export default function RegradeDialog(props: RegradeDialogProps) {
  const { exam, question, unpublished, annul = false, onStarted, onClose } = props
  const words = annul ? WORDS.annul : WORDS.regrade
  const [decision, setDecision] = useState<RegradeBody['decision'] | undefined>(annul ? 'puntos_a_todos' : undefined)
  const [reason, setReason] = useState('')
  const [envio] = useState(() => crypto.randomUUID())
  const [trial, setTrial] = useState<number | null>(null)
  /** The `envio` of the trial that is waited for. */
  const awaited = useRef<string | null>(null)
  const cancel = api.useMutation('post', '/api/gestion/trabajos/{id}/cancelar', { meta: { handled: true } })
  const cancelTrial = (id: number) => cancel.mutate({ params: { path: { id: String(id) } } })
  const regrade = api.useMutation('post', '/api/gestion/evaluaciones/{id}/recalificar', {
    meta: { handled: true },
    onSuccess: ({ data }, { body }) => {
      if (data.trabajo.tipo === 'ensayo') {
        const { id } = data.trabajo
        // Meanwhile the user changed the form or closed the dialog.
        return awaited.current === body.envio ? setTrial(id) : cancelTrial(id)
      }
      tellStarted(`Recalificando ${count(data.intentos, 'intento', 'intentos')}.`)
      if (onStarted) onStarted()
      else onClose()
    },
  })
  const result = api.useQuery(
    'get',
    '/api/gestion/evaluaciones/{id}/ensayos/{trabajo}',
    { params: { path: { id: String(exam), trabajo: String(trial) } } },
    {
      enabled: trial !== null,
      refetchInterval: ({ state: { data } }) => (!data || isOpen(data.data.trabajo as Job) ? TRIAL_POLL_MS : false),
    },
  )
  const tried = trial === null ? null : ((result.data?.data as RegradeTrial | undefined) ?? null)
  const waiting = trial !== null && (!tried || isOpen(tried.trabajo))
  /** When the user changes the form or closes the dialog: the brand's other jobs wait until the trial ends. */
  const dropTrial = () => {
    awaited.current = null
    if (trial !== null && waiting) cancelTrial(trial)
    setTrial(null)
  }
  const close = () => {
    dropTrial()
    onClose()
  }
  const computing = regrade.isPending || (waiting && !result.error)
  const errors = (regrade.error as { errors?: Record<string, string[]> } | null)?.errors
  const send = (ensayo: boolean) => {
    const body = {
      id_pregunta: question.id,
      decision: decision as RegradeBody['decision'],
      motivo: reason,
      ensayo,
      envio: ensayo ? crypto.randomUUID() : envio,
    }
    if (ensayo) awaited.current = body.envio
    regrade.mutate({ params: { path: { id: String(exam) } }, body })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(!tried?.efecto)
  }
  const edit = (change: () => void) => {
    change()
    regrade.reset()
    dropTrial()
  }
  return (
    <Dialog onClose={close} title={`${words.title} la pregunta ${question.number}`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text c="dimmed" lineClamp={2}>
            {question.text}
          </Text>
          <HowItCounts
            annul={annul}
            unpublished={unpublished}
            decision={decision}
            error={errors?.decision?.[0]}
            onChoose={(value) => edit(() => setDecision(value))}
          />
          <Textarea
            label="Motivo"
            description="Queda en el historial."
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => {
              const { value } = event.currentTarget
              edit(() => setReason(value))
            }}
            error={errors?.motivo?.[0]}
          />
          <Effect tried={tried} />
          {regrade.error && !errors?.decision && !errors?.motivo && <Failure error={regrade.error} />}
          {result.error && <Failure error={result.error} />}
          <DialogActions>
            <Button variant="default" onClick={close}>
              Cancelar
            </Button>
            <SubmitButton act={words.act} tried={tried} computing={computing} />
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
