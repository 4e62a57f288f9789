import { notifications } from '@mantine/notifications'
import { useInstall } from './install'

const IOS_HINT = 'En Safari, toca Compartir y luego «Añadir a pantalla de inicio».'
const explain = () => notifications.show({ title: 'Instalar aplicación', message: IOS_HINT, autoClose: 10_000 })

/** Installs the campus or explains how; null where the browser cannot. */
export function useInstallAction(): (() => void) | null {
  const { install, byHand } = useInstall()
  return install ?? (byHand ? explain : null)
}
