import { Menu, useMantineColorScheme } from '@mantine/core'

const SCHEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
] as const

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
