import { Button } from '../../ui/button'
import classes from './restored.module.css'

/** Says that a stored draft is being edited, and drops it. */
export const Restored = ({ onDiscard }: { onDiscard: () => void }) => (
  <p className={classes.restored} role="status">
    Recuperamos lo que habías escrito.
    <Button variant="subtle" size="compact" onClick={onDiscard}>
      Descartar
    </Button>
  </p>
)
