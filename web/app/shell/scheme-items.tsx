import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { chooseScheme, chosenScheme, SCHEMES } from '../lib/schemes'
import { MenuChoice, MenuGroup } from '../ui/menu'

export function SchemeItems() {
  const [scheme, setScheme] = useState(chosenScheme)
  return (
    <MenuGroup label="Apariencia">
      {SCHEMES.map(({ value, label }) => (
        <MenuChoice
          key={value}
          icon={IconCheck}
          chosen={scheme === value}
          data-stays
          onClick={() => {
            setScheme(value)
            chooseScheme(value)
          }}
        >
          {label}
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}
