import { IconLink } from '@tabler/icons-react'
import { CopyButton } from './copy-button'

/** Copies an address; `what` tells one such button from another. */
export function CopyLink({ address, what }: { address: string; what?: string }) {
  return <CopyButton text={address} label="Copiar enlace" what={what} icon={IconLink} />
}
