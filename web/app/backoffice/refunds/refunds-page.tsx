import { IconArrowBackUp } from '@tabler/icons-react'
import { formatMoney } from '../../lib/format'
import { usePage } from '../../ui/pager'
import { INBOX_PAGE, InboxPage } from '../blocks/inbox-page'
import { useRows } from '../blocks/use-rows'
import { RefundForm } from './refund-form'
import { RefundTabs } from './refund-tabs'
import { sumOf } from './words'

/** The refunds that buyers requested, one at a time. */
export default function RefundsPage() {
  const requests = useRows('/api/ordenes/devoluciones', { query: { page: usePage(), per_page: INBOX_PAGE } })
  return (
    <InboxPage
      title="Devoluciones"
      lead="Cumplían tu política cuando las pidieron. Responde en 3 días hábiles."
      tabs={<RefundTabs />}
      label="Devoluciones pedidas"
      path="/gestion/devoluciones"
      query={requests}
      errorTitle="No pudimos cargar las devoluciones"
      icon={IconArrowBackUp}
      item={({ numero, comprador, cursos, pedida_en }) => ({
        id: numero,
        title: `${comprador.nombres} ${comprador.apellidos}`,
        text: `${formatMoney(sumOf(cursos))} · ${cursos.map(({ nombre }) => nombre).join(', ')}`,
        since: pedida_en,
      })}
    >
      {(request, numero, next) => <RefundForm numero={numero} request={request} next={next} />}
    </InboxPage>
  )
}
