import type { GradingItem } from '@campus/contract/grading'
import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { count, formatDateTime, formatNumber } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { InboxActions, resolvedText } from '../blocks/inbox'
import type { Actual } from '../blocks/stale'
import { Answer } from './answer'
import classes from './grading.module.css'
import { readPoints } from './points'

type Decided = Actual<{ puntos: number | null; comentario: string | null }>

/** What another teacher gave meanwhile. */
function decidedBy(error: unknown): Decided | null {
  if (!(error instanceof ApiError) || error.code !== 'YA_RESUELTO' || !error.actual) return null
  return error.actual as Decided
}

type ConflictProps = { error: unknown; mine: string; next: string; onMine: (version: number) => void }

/** Both grades, and which one stays. */
function Conflict({ error, mine, next, onMine }: ConflictProps) {
  const decided = decidedBy(error)
  if (!decided) return null
  const name = firstName(decided.por)
  const theirs = decided.datos.puntos === null ? 'sin puntos' : `${formatNumber(decided.datos.puntos)} puntos`
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} mb="md" title={resolvedText(error)}>
      <Text>{`La de ${name}: ${theirs}${decided.datos.comentario ? `, «${decided.datos.comentario}»` : ''}. La tuya: ${mine} puntos.`}</Text>
      <Group gap="sm" mt="sm">
        <Button component={Link} to={next} variant="light" color="gray">
          {`Dejar la de ${name}`}
        </Button>
        <Button variant="light" onClick={() => onMine(decided.version)}>
          Usar la mía
        </Button>
      </Group>
    </Alert>
  )
}

function refreshLists(client: QueryClient): void {
  for (const path of ['calificar', 'bandeja'])
    void client.invalidateQueries({ queryKey: ['get', `/api/gestion/${path}`] })
}

const firstName = (por: { nombre: string } | null) => por?.nombre.split(' ')[0] ?? 'otra persona'

/** Another teacher was here while the way to this answer was open. */
function Graded({ item: { por, puntos, en }, next }: { item: GradingItem; next: string }) {
  const client = useQueryClient()
  if (puntos === null || !por || !en) return null
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} mb="md">
      <span>{`${por.nombre} ya calificó esta respuesta con ${count(puntos, 'punto', 'puntos')} (${formatDateTime(en)}).`}</span>
      <Group mt="sm">
        <Button component={Link} to={next} variant="light" color="gray" onClick={() => refreshLists(client)}>
          {`Dejar la de ${firstName(por)}`}
        </Button>
      </Group>
    </Alert>
  )
}

/** Grades, or corrects a grade that the attempt has already. */
function useGrade(item: GradingItem, next: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const onSettled = () => refreshLists(client)
  const onSuccess = () => void navigate(next)
  const options = { meta: { handled: true }, onSettled, onSuccess }
  const grade = api.useMutation('put', '/api/calificaciones/{id}', options)
  const correct = api.useMutation('put', '/api/gestion/calificaciones/{id}/correccion', options)
  const params = { path: { id: String(item.id) } }
  return {
    busy: grade.isPending || correct.isPending,
    error: grade.error ?? correct.error,
    save: (body: { puntos: number; comentario: string; version: number }, motivo: string) =>
      item.estado === 'calificado'
        ? correct.mutate({ params, body: { ...body, motivo } })
        : grade.mutate({ params, body }),
  }
}

type GradingFormProps = { item: GradingItem; hidden: boolean; next: string; hasNext: boolean }

/** One answer with its points and comment. */
export function GradingForm({ item, hidden, next, hasNext }: GradingFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [points, setPoints] = useState(item.puntos === null ? '' : String(item.puntos))
  const [comment, setComment] = useState(item.comentario ?? '')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { busy, error, save } = useGrade(item, next)
  const corrects = item.estado === 'calificado'
  const action = hasNext ? 'Guardar y siguiente' : 'Guardar'
  // A refetch in the background must not make a decision of another teacher look read.
  const [read] = useState(item)
  const decide = (version: number) => {
    const typed = readPoints(points, item.valor)
    setWrong('error' in typed ? typed.error : null)
    if ('error' in typed) field.current?.focus()
    else if (!busy) save({ puntos: typed.puntos, comentario: comment, version }, reason)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    decide(read.version)
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Graded item={read} next={next} />
      <Answer item={item} hidden={hidden} />
      <TextInput
        ref={field}
        mt="lg"
        label="Puntos"
        description={`De 0 a ${formatNumber(item.valor)}`}
        inputMode="decimal"
        autoComplete="off"
        className={classes.points}
        value={points}
        error={wrong}
        onChange={(event) => setPoints(event.currentTarget.value)}
      />
      <Textarea
        mt="md"
        label="Comentario"
        description="Lo lee el alumno junto a su nota."
        autosize
        minRows={3}
        maxRows={12}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {corrects && (
        <TextInput
          mt="md"
          label="Motivo"
          description="Este intento ya tiene nota: el alumno recibe un aviso con el motivo."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed" my="md">
        {item.faltan > 0 ? `${item.faltan === 1 ? 'Falta' : 'Faltan'} ${item.faltan} de este intento.` : ''}
      </Text>
      <Conflict error={error} mine={points} next={next} onMine={decide} />
      <Failure mb="md" error={decidedBy(error) ? null : error} />
      <InboxActions action={corrects ? 'Corregir la nota' : action} busy={busy} next={null}>
        {hasNext && (
          <Button component={Link} to={next} variant="default">
            Saltar
          </Button>
        )}
      </InboxActions>
    </form>
  )
}

/** How many answers of a list wait. */
export const waitingText = (total: number): string => count(total, 'respuesta espera', 'respuestas esperan')
