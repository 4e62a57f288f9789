import { IconLink } from '@tabler/icons-react'
import { CopyButton } from './copy-button'

export function CopyLink({ address, what }: { address: string; what?: string }) {
  return <CopyButton text={address} label="Copiar enlace" what={what} icon={IconLink} />
}
