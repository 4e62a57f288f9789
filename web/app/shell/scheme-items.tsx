import { IconCheck } from '@tabler/icons-react'
import { chooseScheme, SCHEMES, useScheme } from '../lib/schemes'
import { MenuChoice, MenuGroup } from '../ui/menu'

export function SchemeItems() {
  const scheme = useScheme()
  return (
    <MenuGroup label="Apariencia">
      {SCHEMES.map(({ value, label }) => (
        <MenuChoice
          key={value}
          icon={IconCheck}
          chosen={scheme === value}
          data-stays
          onClick={() => chooseScheme(value)}
        >
          {label}
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}
