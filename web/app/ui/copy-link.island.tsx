import { IconLink } from '@tabler/icons-react'
import { CopyButton } from './copy-button'

export default function CopyLink({ address, what }: { address: string; what?: string | undefined }) {
  return <CopyButton text={address} label="Copiar enlace" what={what} icon={IconLink} />
}
