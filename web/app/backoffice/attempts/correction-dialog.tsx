import type { Attempt } from '@campus/contract/exams'
import { Box, Button, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import {
  acceptance,
  CertificateEffects,
  doneWithText,
  effectsOf,
  useEffectsAsked,
} from '../grading/certificate-effects'
import { decidedBy, GradeConflict, GradeFields, gradeOf } from '../grading/grade-fields'
import { readPoints } from '../grading/points'
import { useRefreshGrades } from '../grading/refresh'
import type { ReadQuestion } from './answers'
import { gradeText } from './attempt-texts'

const doneText = (attempt: Attempt) => {
  const grade = gradeText(attempt)
  return grade ? `Puntos corregidos. La nota del intento es ${grade}.` : 'Puntos corregidos.'
}

const errorsOf = (error: unknown) => {
  const { puntos, comentario, motivo } = error instanceof ApiError ? error.errors : {}
  return { points: puntos?.[0], comment: comentario?.[0], reason: motivo?.[0] }
}

type CorrectionDialogProps = { question: ReadQuestion; number: number; onClose: () => void }

/** Changes points that were given, with a reason, and asks before certificates follow (docs/product/exams.md 9.3). */
export default function CorrectionDialog({ question, number, onClose }: CorrectionDialogProps) {
  const refreshGrades = useRefreshGrades()
  const pointsField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLInputElement>(null)
  // A refetch in the background must not make a decision of another teacher look read.
  const [read] = useState(question)
  const [grade, setGrade] = useState(() => gradeOf(read))
  const [wrong, setWrong] = useState<string | null>(null)
  const typed = readPoints(grade.points, read.valor)
  const { effects, ask, takeBack } = useEffectsAsked('error' in typed ? null : typed.puntos)
  const close = () => {
    void refreshGrades()
    onClose()
  }
  const correct = api.useMutation('put', '/api/gestion/calificaciones/{id}/correccion', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      toast([doneText(data.intento), doneWithText(effects ?? [])].join(' ').trim())
      close()
    },
    onError: (error, { body }) => {
      ask(error, body.puntos)
      const { points, reason } = errorsOf(error)
      if (points) pointsField.current?.focus()
      else if (reason) reasonField.current?.focus()
    },
  })
  const errors = errorsOf(correct.error)
  const save = (version: number) => {
    setWrong('error' in typed ? typed.error : null)
    if ('error' in typed) return pointsField.current?.focus()
    const decided = { puntos: typed.puntos, comentario: grade.comment, motivo: grade.reason, version }
    const body = { ...decided, acepta_certificados: effects !== null }
    correct.mutate({ params: { path: { id: String(read.id_respuesta) } }, body })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(read.version)
  }
  const shownAbove = decidedBy(correct.error) || effectsOf(correct.error) || Object.values(errors).some(Boolean)
  const action = effects ? acceptance(effects) : { text: 'Corregir la nota', color: undefined }
  /** First back to the fields, as they were typed. */
  const cancel = () => {
    if (!effects) return onClose()
    takeBack()
    pointsField.current?.focus()
  }
  return (
    <Dialog onClose={onClose} title={`Corregir la nota de la pregunta ${number}`} closedby="closerequest">
      <form onSubmit={submit} noValidate>
        <Text c="dimmed" lineClamp={3}>
          {read.pregunta}
        </Text>
        <GradeFields
          grade={grade}
          onChange={setGrade}
          most={read.valor}
          reasonText="Si la nota cambia, el alumno recibe un aviso con el motivo."
          errors={{ ...errors, points: wrong ?? errors.points }}
          pointsRef={pointsField}
          reasonRef={reasonField}
        />
        <Box mt="lg">
          <GradeConflict error={correct.error} mine={grade.points} keep={close} onMine={save} />
          {effects && <CertificateEffects effects={effects} />}
          <Failure mb="md" error={shownAbove ? null : correct.error} />
        </Box>
        <DialogActions>
          <Button variant="default" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit" loading={correct.isPending} color={action.color}>
            {action.text}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
