import { IconBrandVimeo, IconBrandYoutube } from '@tabler/icons-react'

export const PROVIDERS = {
  youtube: { icon: IconBrandYoutube, name: 'YouTube' },
  vimeo: { icon: IconBrandVimeo, name: 'Vimeo' },
}
