import { quoted } from '@campus/contract/texts'
import { IconFlagCheck } from '@tabler/icons-react'
import { count } from '../../lib/format'
import { usePage } from '../../ui/pager'
import { INBOX_PAGE, InboxPage } from '../blocks/inbox-page'
import { useRows } from '../blocks/use-rows'
import { DecisionForm } from './decision-form'
import { subjectsOf } from './subjects'

/** What was reported in the forums, one text at a time. */
export default function ModerationPage() {
  const reports = useRows('/api/reportes-foro', { query: { page: usePage(), per_page: INBOX_PAGE } })
  const found = reports.data?.data
  const subjects = found && { data: { ...found, data: subjectsOf(found.data) } }
  return (
    <InboxPage
      title="Moderación"
      lead="Decides una vez por todos los reportes de un texto."
      label="Reportes"
      path="/gestion/moderacion"
      query={{ ...reports, data: subjects }}
      errorTitle="No pudimos cargar los reportes"
      icon={IconFlagCheck}
      item={({ id, autor, foro, reports: own }) => ({
        id,
        title: autor,
        text: `${count(own.length, 'reporte', 'reportes')} en ${quoted(foro)}`,
        since: own[0].fecha,
      })}
    >
      {(subject, _, next) => <DecisionForm subject={subject} next={next} />}
    </InboxPage>
  )
}
