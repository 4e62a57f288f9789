import type { GradingItem } from '@campus/contract/grading'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { count, formatDateTime } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { InboxActions } from '../blocks/inbox'
import { Answer } from './answer'
import { acceptance, CertificateEffects, effectsOf, useEffectsAsked } from './certificate-effects'
import { decidedBy, firstName, GradeConflict, GradeFields, gradeOf } from './grade-fields'
import classes from './grading.module.css'
import { readPoints } from './points'
import { useRefreshGrades } from './refresh'

/** Another teacher was here while the way to this answer was open. */
function Graded({ item: { por, puntos, en }, next }: { item: GradingItem; next: string }) {
  const refreshGrades = useRefreshGrades()
  if (puntos === null || !por || !en) return null
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} mb="md">
      <span>{`${por.nombre} ya calificó esta respuesta con ${count(puntos, 'punto', 'puntos')} (${formatDateTime(en)}).`}</span>
      <Group mt="sm">
        <Button component={Link} to={next} variant="light" color="gray" onClick={() => void refreshGrades()}>
          {`Dejar la de ${firstName(por)}`}
        </Button>
      </Group>
    </Alert>
  )
}

type Correction = { motivo: string; acepta_certificados: boolean }

/** Grades, or corrects a grade that the attempt has already. */
function useGrade(item: GradingItem, next: string, onRefused: (error: unknown, puntos: number) => void) {
  const refreshGrades = useRefreshGrades()
  const navigate = useNavigate()
  // The list is read again before it opens: its first item must not be this one.
  const onSettled = (_: unknown, error: unknown) => {
    void refreshGrades()
    if (!error) void navigate(next)
  }
  const options = { meta: { handled: true }, onSettled }
  const grade = api.useMutation('put', '/api/calificaciones/{id}', options)
  const correct = api.useMutation('put', '/api/gestion/calificaciones/{id}/correccion', options)
  const params = { path: { id: String(item.id) } }
  return {
    busy: grade.isPending || correct.isPending,
    error: grade.error ?? correct.error,
    save: (body: { puntos: number; comentario: string; version: number }, correction: Correction) =>
      item.estado === 'calificado'
        ? correct.mutate(
            { params, body: { ...body, ...correction } },
            { onError: (error) => onRefused(error, body.puntos) },
          )
        : grade.mutate({ params, body }),
  }
}

type GradingFormProps = { item: GradingItem; hidden: boolean; next: string; hasNext: boolean }

/** One answer with its points and comment. */
export function GradingForm({ item, hidden, next, hasNext }: GradingFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [grade, setGrade] = useState(() => gradeOf(item))
  const [wrong, setWrong] = useState<string | null>(null)
  const typed = readPoints(grade.points, item.valor)
  const { effects, ask } = useEffectsAsked('error' in typed ? null : typed.puntos)
  const { busy, error, save } = useGrade(item, next, ask)
  const corrects = item.estado === 'calificado'
  const action = hasNext ? 'Guardar y siguiente' : 'Guardar'
  const correction = effects ? acceptance(effects).text : 'Corregir la nota'
  // A refetch in the background must not make a decision of another teacher look read.
  const [read] = useState(item)
  const decide = (version: number) => {
    setWrong('error' in typed ? typed.error : null)
    if ('error' in typed) field.current?.focus()
    else if (!busy) {
      const accepted = { motivo: grade.reason, acepta_certificados: effects !== null }
      save({ puntos: typed.puntos, comentario: grade.comment, version }, accepted)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    decide(read.version)
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Graded item={read} next={next} />
      <Answer item={item} hidden={hidden} />
      <GradeFields
        grade={grade}
        onChange={setGrade}
        most={item.valor}
        reasonText={corrects ? 'Este intento ya tiene nota: el alumno recibe un aviso con el motivo.' : undefined}
        errors={{ points: wrong }}
        pointsRef={field}
      />
      <Text size="sm" c="dimmed" my="md">
        {item.faltan > 0 ? `${item.faltan === 1 ? 'Falta' : 'Faltan'} ${item.faltan} de este intento.` : ''}
      </Text>
      <GradeConflict error={error} mine={grade.points} keep={next} onMine={decide} />
      {effects && <CertificateEffects effects={effects} />}
      <Failure mb="md" error={decidedBy(error) || effectsOf(error) ? null : error} />
      <InboxActions action={corrects ? correction : action} busy={busy} next={null}>
        {hasNext && (
          <Button component={Link} to={next} variant="default">
            Saltar
          </Button>
        )}
      </InboxActions>
    </form>
  )
}

/** How many answers of a list wait; always a line, so that the form below stays where it is. */
export const waitingText = (total: number): string =>
  total === 0 ? 'Ninguna respuesta espera' : count(total, 'respuesta espera', 'respuestas esperan')
