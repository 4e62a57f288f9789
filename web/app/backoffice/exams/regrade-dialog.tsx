import type { Regrade, RegradeBody } from '@campus/contract/grading'
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { RadioCards } from '../../ui/radio-cards'
import { useReturnFocus } from '../../ui/use-return-focus'

const DECISIONS = [
  { value: 'clave_nueva', label: 'Vale la clave nueva', text: 'Suben las notas de quienes acertaron con ella.' },
  {
    value: 'clave_nueva_o_anterior',
    label: 'Valen la nueva y la anterior',
    text: 'Las dos respuestas se muestran como correctas.',
  },
  { value: 'puntos_a_todos', label: 'Los puntos son para todos', text: 'También para quien la dejó en blanco.' },
] as const satisfies { value: RegradeBody['decision']; label: string; text: string }[]

function effectText({ intentos, efecto }: Regrade): string {
  if (intentos === 0) return 'Nadie ha recibido esta pregunta todavía: no hay nada que recalificar.'
  const { suben = 0, aprueban = 0, certificados = 0 } = efecto ?? {}
  const parts = [
    count(suben, 'nota sube', 'notas suben'),
    count(aprueban, 'alumno aprueba', 'alumnos aprueban'),
    count(certificados, 'certificado nuevo', 'certificados nuevos'),
  ]
  return `Si aplicas esta corrección: ${parts.join(', ')}. Ninguna nota baja.`
}

type RegradeDialogProps = {
  exam: number
  question: { id: number; number: number; text: string }
  /** The draft differs from what was published, and only the published key counts. */
  unpublished: boolean
  /** Once the job runs, instead of closing. */
  onStarted?: () => void
  onClose: () => void
}

/** Corrects a published key in the attempts that have the question (docs/product/exams.md 9). */
export default function RegradeDialog({ exam, question, unpublished, onStarted, onClose }: RegradeDialogProps) {
  useReturnFocus()
  const [decision, setDecision] = useState<RegradeBody['decision'] | undefined>(undefined)
  const [reason, setReason] = useState('')
  const [envio] = useState(() => crypto.randomUUID())
  const regrade = api.useMutation('post', '/api/gestion/evaluaciones/{id}/recalificar', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      if (!data.trabajo) return
      notifications.show({
        color: 'teal',
        message: (
          <>
            <span>{`Recalificando ${count(data.intentos, 'intento', 'intentos')}. `}</span>
            <Link to="/gestion/trabajos">Ver el avance</Link>
          </>
        ),
      })
      if (onStarted) onStarted()
      else onClose()
    },
  })
  const tried = regrade.data?.data.efecto ? regrade.data.data : null
  const errors = (regrade.error as { errors?: Record<string, string[]> } | null)?.errors
  const send = (ensayo: boolean) => {
    const body = {
      id_pregunta: question.id,
      decision: decision as RegradeBody['decision'],
      motivo: reason,
      ensayo,
      envio,
    }
    regrade.mutate({ params: { path: { id: String(exam) } }, body })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(!tried)
  }
  const edit = (change: () => void) => {
    change()
    regrade.reset()
  }
  return (
    <Modal opened onClose={onClose} title={`Recalificar la pregunta ${question.number}`} size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text c="dimmed" lineClamp={2}>
            {question.text}
          </Text>
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
            onChoose={(value) => edit(() => setDecision(value as RegradeBody['decision']))}
            {...(errors?.decision?.[0] && { error: errors.decision[0] })}
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
          <div role="status">
            {tried && (
              <Alert color={tried.intentos > 0 ? 'brand' : 'gray'} icon={<IconInfoCircle aria-hidden />}>
                {effectText(tried)}
              </Alert>
            )}
          </div>
          {regrade.error && !errors?.decision && !errors?.motivo && <Failure error={regrade.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            {tried ? (
              <Button type="submit" loading={regrade.isPending} disabled={tried.intentos === 0}>
                {`Recalificar ${count(tried.intentos, 'intento', 'intentos')}`}
              </Button>
            ) : (
              <Button type="submit" loading={regrade.isPending}>
                Ver qué cambiaría
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
