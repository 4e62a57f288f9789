import { Group } from '@mantine/core'
import { useSessionsList } from '../sessions/sessions-list'

export function SessionsTab({ course }: { course: number }) {
  const { add, view } = useSessionsList(course)
  return (
    <>
      <Group justify="flex-end" mb="md">
        {add}
      </Group>
      {view}
    </>
  )
}
