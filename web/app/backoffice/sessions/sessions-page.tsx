import { PageHead } from '../../ui/page-head'
import { useSessionsList } from './sessions-list'

export default function SessionsPage() {
  const { add, view } = useSessionsList(null)
  return (
    <>
      <PageHead title="Sesiones" lead="Las clases en vivo de los cursos. Las horas son de Lima." action={add} />
      {view}
    </>
  )
}
