import { Menu, useMantineColorScheme } from '@mantine/core'
import { SCHEMES } from '../lib/schemes'

export function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Apariencia</Menu.Label>
      {SCHEMES.map(({ value, label }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={colorScheme === value}
          onChange={() => setColorScheme(value)}
          closeMenuOnClick={false}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </>
  )
}
