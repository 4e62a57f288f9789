import { PageHead } from '../../ui/page-head'
import { AuditList } from './audit-list'

/** Who did what in the brand, newest first. */
export default function AuditPage() {
  return (
    <>
      <PageHead title="Historial" />
      <AuditList />
    </>
  )
}
