import type { Job } from '@campus/contract/jobs'
import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { api } from '../../lib/api'
import { count, formatNumber } from '../../lib/format'
import { useRefresh } from '../blocks/use-refresh'

export const STATES: Record<Job['estado'], { name: string; color: string }> = {
  en_cola: { name: 'En cola', color: 'gray' },
  en_curso: { name: 'En curso', color: 'blue' },
  terminado: { name: 'Terminado', color: 'teal' },
  con_errores: { name: 'Con errores', color: 'orange' },
  cancelado: { name: 'Cancelado', color: 'gray' },
  fallido: { name: 'Fallido', color: 'red' },
}
export const POLL_MS = 2000
export const isOpen = ({ estado }: Job): boolean => estado === 'en_cola' || estado === 'en_curso'

/** `7 notas subieron, 2 alumnos aprobaron, 2 certificados nuevos`. */
function regradedText({ suben = 0, aprueban = 0, certificados = 0 }: Job['resultado']): string {
  return [
    count(suben, 'nota subió', 'notas subieron'),
    count(aprueban, 'alumno aprobó', 'alumnos aprobaron'),
    count(certificados, 'certificado nuevo', 'certificados nuevos'),
  ].join(', ')
}

const importedText = ({ crear = 0, matricular = 0, cambiar = 0 }: Job['resultado']): string =>
  [
    crear > 0 && count(crear, 'cuenta nueva', 'cuentas nuevas'),
    matricular > 0 && count(matricular, 'matrícula', 'matrículas'),
    cambiar > 0 && count(cambiar, 'cambio', 'cambios'),
  ]
    .filter(Boolean)
    .join(', ') || 'nada cambió'

const RESULTS: Record<Job['tipo'], (resultado: Job['resultado']) => string> = {
  recalificar: regradedText,
  ensayo: regradedText,
  extras: ({ alumnos = 0 }) => count(alumnos, 'alumno tiene más', 'alumnos tienen más'),
  matriculas: ({ matriculas = 0 }) => count(matriculas, 'matrícula cambió', 'matrículas cambiaron'),
  comunicado: ({ personas = 0, sin_avisos = 0 }) =>
    [
      count(personas, 'persona recibe el mensaje', 'personas reciben el mensaje'),
      sin_avisos > 0 && `${count(sin_avisos, 'no quiere', 'no quieren')} mensajes`,
    ]
      .filter(Boolean)
      .join(', '),
  informe: importedText,
  importar: importedText,
}

export const resultText = ({ tipo, resultado }: Job): string => RESULTS[tipo](resultado)

export function JobState({ estado }: Pick<Job, 'estado'>) {
  return (
    <Badge component="span" variant="light" color={STATES[estado].color} tt="none" fw={550}>
      {STATES[estado].name}
    </Badge>
  )
}

/** `of`: what its rows are, where no column says so. */
export function JobProgress({ job, of = '' }: { job: Job; of?: string }) {
  const words = `${formatNumber(job.hechas)} de ${formatNumber(job.total)} ${of}`.trim()
  if (!isOpen(job)) return words
  return (
    <Stack component="span" gap={4} miw={120}>
      <Text component="span" size="sm">
        {words}
      </Text>
      <Progress component="span" value={job.total > 0 ? (100 * job.hechas) / job.total : 0} aria-label={words} />
    </Stack>
  )
}

const mayRetry = ({ estado }: Job): boolean => estado === 'fallido' || estado === 'con_errores'

/** A job that went well needs nothing. */
export const hasActs = (job: Job): boolean => isOpen(job) || mayRetry(job) || job.errores > 0

/** What can be done with a job in its state. */
export function JobActs({ job, onErrors }: { job: Job; onErrors: (job: Job) => void }) {
  const refresh = { onSettled: useRefresh('/api/gestion/trabajos', '/api/gestion/bandeja') }
  const cancel = api.useMutation('post', '/api/gestion/trabajos/{id}/cancelar', refresh)
  const retry = api.useMutation('post', '/api/gestion/trabajos/{id}/reintentar', refresh)
  const which = { params: { path: { id: String(job.id) } } }
  const act = (word: string, onClick: () => void, loading = false) => (
    <Button variant="light" color="gray" loading={loading} aria-label={`${word}: ${job.titulo}`} onClick={onClick}>
      {word}
    </Button>
  )
  return (
    <Group gap="xs" component="span">
      {isOpen(job) && act('Cancelar', () => cancel.mutate(which), cancel.isPending)}
      {mayRetry(job) && act('Reintentar', () => retry.mutate(which), retry.isPending)}
      {job.errores > 0 && act('Ver errores', () => onErrors(job))}
    </Group>
  )
}
