import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { PageHead } from '../../ui/page-head'
import { GROUPS_PATH } from '../groups/words'
import { EnrolButton, EnrolmentsList } from './enrolments-list'

export default function EnrolmentsPage() {
  return (
    <>
      <PageHead
        title="Matrículas"
        action={
          <Group gap="sm">
            <Button component={Link} to={GROUPS_PATH} variant="default">
              Grupos
            </Button>
            <EnrolButton />
          </Group>
        }
      />
      <EnrolmentsList />
    </>
  )
}
