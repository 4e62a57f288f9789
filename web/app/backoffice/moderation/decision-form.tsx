import { DecisionBody } from '@campus/contract/forums'
import { REPORT_REASONS, type ReportReason } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { Anchor, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { problemWith } from '../../lib/validate'
import { Failure } from '../../ui/failure'
import { Html } from '../../ui/html'
import { RadioCards } from '../../ui/radio-cards'
import { InboxActions, ItemGone, Resolved, resolvedText } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { useRefresh } from '../blocks/use-refresh'
import classes from './moderation.module.css'
import type { Subject } from './subjects'

const DECISIONS = [
  { value: 'aceptado', label: 'Retirar', text: 'Se elimina del foro y su autor recibe un aviso con tu motivo.' },
  { value: 'rechazado', label: 'Mantener', text: 'Se queda como está. Nadie recibe un aviso.' },
]

/** What was reported beside what stands now, where they differ. */
function Texts({ subject: { contenido, eliminado, editado, reportados } }: { subject: Subject }) {
  const now = (
    <div className={classes.quote}>
      {eliminado ? <Text c="dimmed">Su autor ya lo eliminó.</Text> : <Html html={contenido} />}
    </div>
  )
  if (reportados.length === 0) return now
  return (
    <>
      <Text fw={600}>
        <span>{eliminado ? 'Se eliminó después del reporte' : 'Se editó después del reporte'}</span>
        {!eliminado && editado && <span>{` · ${formatDateTime(editado)}`}</span>}
      </Text>
      <div className={classes.texts}>
        <section aria-label="Lo que reportaron">
          <Text component="h3" size="sm" fw={700} mb={6}>
            Lo que reportaron
          </Text>
          {reportados.map(({ titulo, contenido: reported }) => (
            <div key={`${titulo} ${reported}`} className={classes.quote}>
              {titulo && <Text fw={600}>{titulo}</Text>}
              {reported ? <Html html={reported} /> : <Text c="dimmed">El texto ya no se guarda.</Text>}
            </div>
          ))}
        </section>
        <section aria-label="Como está ahora">
          <Text component="h3" size="sm" fw={700} mb={6}>
            Como está ahora
          </Text>
          {now}
        </section>
      </div>
    </>
  )
}

function Reported({ subject }: { subject: Subject }) {
  const { autor, escrito, foro, esTema, eliminado, recortado, ruta, reports } = subject
  return (
    <>
      <div>
        <h2 className={item.name}>{autor}</h2>
        <Text c="dimmed">
          <span>{`${esTema ? 'Abrió el tema' : 'Respondió en'} ${quoted(foro)} · ${formatDateTime(escrito)} · `}</span>
          {!eliminado && (
            <Anchor component={Link} to={ruta} inherit underline="always">
              {recortado ? 'Leer todo en el foro' : 'Ver en el foro'}
            </Anchor>
          )}
        </Text>
      </div>
      <Texts subject={subject} />
      <Stack component="ul" gap="xs" aria-label="Quién lo reportó">
        {reports.map(({ id, motivo, detalle, fecha, reporta }) => (
          <li key={id}>
            <strong>{REPORT_REASONS[motivo as ReportReason] ?? motivo}</strong>
            <Text span c="dimmed">{` · ${reporta.nombre}, ${formatDateTime(fecha)}`}</Text>
            {detalle && <Text c="dimmed">{detalle}</Text>}
          </li>
        ))}
      </Stack>
    </>
  )
}

/** A reported text, what others say of it, and the decision with its reason. */
export function DecisionForm({ subject, next }: { subject: Subject | undefined; next: string | null }) {
  const refresh = useRefresh('/api/reportes-foro', '/api/gestion/bandeja')
  const field = useRef<HTMLTextAreaElement>(null)
  const [decision, setDecision] = useState<string>()
  const [razon, setRazon] = useState('')
  const [errors, setErrors] = useState<{ decision?: string; razon?: string }>({})
  const decide = api.useMutation('put', '/api/reportes-foro/{id}', {
    meta: { handled: true },
    onSuccess: (_, { body }) => {
      const message = body.decision === 'aceptado' ? 'Retirado. Avisamos a su autor.' : 'Se mantiene en el foro.'
      toast(message)
      return refresh()
    },
    // The text was edited meanwhile: the decision is about what is read now.
    onError: (error) => (error instanceof ApiError && error.code === 'CAMBIO_MIENTRAS' ? refresh() : undefined),
  })
  if (!subject)
    return (
      <ItemGone title={next ? 'Este reporte ya está resuelto.' : 'Todo al día. No hay nada por atender.'} next={next} />
    )
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = DecisionBody.shape.decision.safeParse(decision)
    const problem = problemWith(DecisionBody.shape.razon, razon)
    setErrors({ ...(!chosen.success && { decision: 'Elige una decisión.' }), ...(problem && { razon: problem }) })
    if (!chosen.success) event.currentTarget.querySelector<HTMLInputElement>('input[type=radio]')?.focus()
    else if (problem) field.current?.focus()
    else if (!decide.isPending)
      decide.mutate({
        params: { path: { id: String(subject.id) } },
        body: { decision: chosen.data, razon, editado_en: subject.editado },
      })
  }
  return (
    <form onSubmit={send} noValidate className={item.form}>
      <Stack gap="lg">
        <Reported subject={subject} />
        <Resolved error={decide.error} next={next} />
        <RadioCards
          name="decision"
          legend="Qué hacer"
          options={DECISIONS}
          chosen={decision ?? ''}
          onChoose={setDecision}
          error={errors.decision}
        />
        <Textarea
          ref={field}
          label="Motivo"
          description="Queda en el historial. Si lo retiras, lo lee su autor."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={500}
          value={razon}
          error={errors.razon}
          onChange={(event) => setRazon(event.currentTarget.value)}
        />
        <Failure error={resolvedText(decide.error) ? null : decide.error} />
        <InboxActions action="Guardar la decisión" busy={decide.isPending} next={next} />
      </Stack>
    </form>
  )
}
