import { notifications } from '@mantine/notifications'
import { Link } from 'react-router'

/** Says that a job runs, and where to see how far it is. */
export const tellStarted = (text: string) =>
  notifications.show({
    color: 'teal',
    message: (
      <>
        <span>{`${text} `}</span>
        <Link to="/gestion/trabajos">Ver el avance</Link>
      </>
    ),
  })
