import type { Report } from '@campus/contract/forums'
import { quoted } from '@campus/contract/texts'
import { Skeleton, Stack } from '@mantine/core'
import { IconFlagCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Pager, usePage } from '../../ui/pager'
import { Inbox } from '../blocks/inbox'
import { INBOX_PAGE, inboxHref, useNextItem } from '../blocks/inbox-page'
import { DecisionForm } from './decision-form'
import { type Subject, subjectsOf } from './subjects'

const textOf = ({ foro, reports }: Subject) => `${count(reports.length, 'reporte', 'reportes')} en ${quoted(foro)}`

function Subjects({ reports, page }: { reports: Report[]; page: number }) {
  const { id } = useParams()
  const href = inboxHref('/gestion/moderacion', page)
  const subjects = subjectsOf(reports)
  const ids = subjects.map((subject) => subject.id)
  const chosen = subjects.find((subject) => String(subject.id) === id)
  const next = useNextItem(ids, Number(id))
  return (
    <Inbox
      label="Reportes"
      items={subjects.map((subject) => ({
        id: subject.id,
        title: subject.autor,
        text: textOf(subject),
        since: subject.reports[0].fecha,
      }))}
      selected={id ? Number(id) : null}
      href={href}
    >
      <DecisionForm key={id} subject={chosen} next={next ? href(next) : null} />
    </Inbox>
  )
}

/** What was reported in the forums, one text at a time. */
export default function ModerationPage() {
  const { id } = useParams()
  const page = usePage()
  const reports = api.useQuery(
    'get',
    '/api/reportes-foro',
    { params: { query: { page, per_page: INBOX_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <PageHead title="Moderación" lead="Lo que reportaron en los foros. Decides una vez por todos sus reportes." />
      <Loaded
        query={reports}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
        errorTitle="No pudimos cargar los reportes"
      >
        {({ data }) =>
          data.total === 0 && !id ? (
            <EmptyState icon={IconFlagCheck} color="teal" title="Todo al día. No hay nada por atender." />
          ) : (
            <>
              <Subjects reports={data.data} page={page} />
              <Pager page={data.current_page} last={data.last_page} label="Páginas de reportes" />
            </>
          )
        }
      </Loaded>
    </>
  )
}
