import { IconCloudOff } from '@tabler/icons-react'
import { Component, type ReactNode, Suspense } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import classes from './late.module.css'

/** Browsers do not request a failed module again (whatwg/html 6768): only a reload helps. */
function Reload() {
  return (
    <Alert role="alert" color="gray" icon={<IconCloudOff aria-hidden />} title="No se pudo cargar esta parte">
      <p>Revisa tu conexión y recarga la página: lo que escribiste está guardado.</p>
      <Button variant="light" size="sm" className={classes.reload} onClick={() => window.location.reload()}>
        Recargar
      </Button>
    </Alert>
  )
}

type BoundaryProps = { failed: ReactNode; children: ReactNode }

/** Shows `failed` when its part cannot be loaded. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    return this.state.broken ? this.props.failed : this.props.children
  }
}

type LateProps = {
  children: ReactNode
  fallback?: ReactNode
  failed?: ReactNode
}

/** Around a part loaded with `React.lazy`. */
export function Late({ children, fallback, failed = <Reload /> }: LateProps) {
  return (
    <Boundary failed={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}
