import { Link } from 'react-router'
import { toast } from '../../lib/toasts'

/** Says that a job runs, and where to see how far it is. */
export const tellStarted = (text: string) =>
  toast(
    <>
      <span>{`${text} `}</span>
      <Link to="/gestion/trabajos">Ver el avance</Link>
    </>,
  )
