import { PageHead } from '../../ui/page-head'
import { useSessionsList } from './sessions-list'

export default function SessionsPage() {
  const { add, view } = useSessionsList(null)
  return (
    <>
      <PageHead title="Clases" action={add} />
      {view}
    </>
  )
}
