import { PageHead } from '../../ui/page-head'
import { EnrolButton, EnrolmentsList } from './enrolments-list'

export default function EnrolmentsPage() {
  return (
    <>
      <PageHead title="Matrículas" action={<EnrolButton />} />
      <EnrolmentsList />
    </>
  )
}
