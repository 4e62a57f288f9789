import type { Job } from '@campus/contract/jobs'
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { api } from '../../lib/api'
import { count, formatNumber } from '../../lib/format'
import { Late } from '../../ui/late'
import { isOpen, POLL_MS, resultText } from './job-parts'

const JobErrors = lazy(() => import('./job-errors'))

function Ended({ job, onClose }: { job: Job; onClose: () => void }) {
  const [errors, setErrors] = useState(false)
  const good = job.estado === 'terminado'
  const Drawing = good ? IconCircleCheck : IconAlertTriangle
  const failed = job.errores > 0 ? ` ${count(job.errores, 'no se pudo', 'no se pudieron')}.` : ''
  return (
    <Alert
      color={good ? 'teal' : 'yellow'}
      mb="md"
      role="status"
      icon={<Drawing aria-hidden />}
      withCloseButton
      closeButtonLabel="Cerrar"
      onClose={onClose}
    >
      <Group gap="md">
        <span>{`${resultText(job)}.${failed}`}</span>
        {job.errores > 0 && (
          <Button variant="default" onClick={() => setErrors(true)}>
            Ver por qué
          </Button>
        )}
      </Group>
      {errors && (
        <Late>
          <JobErrors job={job} onClose={() => setErrors(false)} />
        </Late>
      )}
    </Alert>
  )
}

type RunningJobProps = { id: number; onEnd: () => void; onClose: () => void }

/** How far a job is that was started here, and what came of it. */
export function RunningJob({ id, onEnd, onClose }: RunningJobProps) {
  const query = api.useQuery(
    'get',
    '/api/gestion/trabajos/{id}',
    { params: { path: { id: String(id) } } },
    { staleTime: 0, refetchInterval: ({ state }) => (!state.data || isOpen(state.data.data) ? POLL_MS : false) },
  )
  const job = query.data?.data
  const over = job !== undefined && !isOpen(job)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends
  useEffect(() => {
    if (over) onEnd()
  }, [over])
  if (!job) return null
  if (over) return <Ended job={job} onClose={onClose} />
  const words = `${job.titulo}: ${formatNumber(job.hechas)} de ${formatNumber(job.total)}`
  return (
    <Alert color="blue" mb="md" role="status">
      <Text mb="xs">{words}</Text>
      <Progress value={job.total > 0 ? (100 * job.hechas) / job.total : 0} aria-label={words} />
    </Alert>
  )
}
