import Button from './copy-link.island'
import { Island } from './island'

export function CopyLink({ address, what }: { address: string; what?: string }) {
  return <Island name="ui/copy-link" part={Button} props={{ address, what }} />
}
