import type { Job } from '@campus/contract/jobs'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/ago'
import { api } from '../../lib/api'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import JobErrors from './job-errors'
import { hasActs, JobActs, JobProgress, JobState, POLL_MS, resultText } from './job-parts'
import classes from './jobs.module.css'

/** The rest is on the screen. */
const SHOWN = 10

function JobCard({ job, onErrors }: { job: Job; onErrors: (job: Job) => void }) {
  return (
    <li className={classes.job}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {job.titulo}
      </Text>
      <Group gap="xs">
        <JobState estado={job.estado} />
        <Text size="xs" c="dimmed">
          {formatAgo(job.creado_en, Date.now())}
        </Text>
      </Group>
      <JobProgress job={job} />
      {job.hechas > 0 && (
        <Text size="sm" c="dimmed">
          {resultText(job)}
        </Text>
      )}
      {hasActs(job) && <JobActs job={job} onErrors={onErrors} />}
    </li>
  )
}

/** This person's jobs and their progress, over any screen. */
export default function JobsDrawer({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<Job | null>(null)
  const query = api.useQuery(
    'get',
    '/api/gestion/trabajos',
    { params: { query: { mios: '1' } } },
    { staleTime: 0, refetchInterval: POLL_MS },
  )
  return (
    <Dialog side="right" onClose={onClose} title="Tus trabajos">
      <Loaded
        query={query}
        skeleton={<Skeleton height={160} radius="md" />}
        errorTitle="No pudimos cargar tus trabajos"
      >
        {({ data: { data } }) => (
          <Stack gap="md">
            {data.length === 0 && (
              <EmptyState
                icon={IconListCheck}
                title="Todavía no hay trabajos."
                text="Aquí verás el avance de lo que das o corriges a muchos alumnos a la vez."
              />
            )}
            <ul className={classes.jobs}>
              {data.slice(0, SHOWN).map((job) => (
                <JobCard key={job.id} job={job} onErrors={setRead} />
              ))}
            </ul>
            <Button component={Link} to="/gestion/trabajos" variant="default" onClick={onClose}>
              Ver todos los trabajos
            </Button>
          </Stack>
        )}
      </Loaded>
      {read && <JobErrors job={read} onClose={() => setRead(null)} />}
    </Dialog>
  )
}
