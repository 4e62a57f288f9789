import { useInstall } from './install'
import { toast } from './toasts'

const IOS_HINT = 'En Safari, toca Compartir y luego «Añadir a pantalla de inicio».'
const explain = () => toast(IOS_HINT, { title: 'Instalar la app', color: 'gray' })

/** Installs the campus or explains how; null where the browser cannot. */
export function useInstallAction(): (() => void) | null {
  const { install, byHand } = useInstall()
  return install ?? (byHand ? explain : null)
}
