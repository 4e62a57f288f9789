import type { ForumDetail } from '@campus/contract/forums'
import { type Icon, IconBell, IconBellOff, IconBellRinging } from '@tabler/icons-react'

export type How = ForumDetail['seguimiento']
type Way = { how: How; icon: Icon; name: string; help: string }

const NORMAL: Way = {
  how: null,
  icon: IconBell,
  name: 'Sin seguir',
  help: 'Te avisamos si te responden o te mencionan.',
}
export const WAYS: readonly Way[] = [
  { how: 'siguiendo', icon: IconBellRinging, name: 'Siguiendo', help: 'Te avisamos de cada respuesta nueva.' },
  NORMAL,
  { how: 'silenciado', icon: IconBellOff, name: 'Silenciado', help: 'Solo te avisamos si te mencionan.' },
]

export const wayOf = (how: How): Way => WAYS.find((way) => way.how === how) ?? NORMAL
