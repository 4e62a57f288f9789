import { Alert, Table, Text, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { namesOf, type Pasted } from './pasted'

const SHOWN = 10
/** Where each has a number to be typed. */
const SHOWN_PAYING = 50
const HEADINGS = ['Correo', 'Nombres', 'Apellidos', 'DNI']

/** The numbers of operation by mail, where each person has one. */
export type Numbers = { of: Record<string, string>; change: (correo: string, number: string) => void }

/** Who would be enrolled, as the list was understood. */
export function Preview({ pasted: { people, ignored }, numbers }: { pasted: Pasted; numbers?: Numbers | undefined }) {
  const shown = people.filter(({ correo }) => correo !== '').slice(0, numbers ? SHOWN_PAYING : SHOWN)
  const more = people.length - shown.length
  return (
    <>
      {ignored.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} role="status">
          {ignored.length === 1
            ? `No usamos la columna «${ignored[0]}».`
            : `No usamos estas columnas: ${ignored.map((name) => `«${name}»`).join(', ')}.`}
        </Alert>
      )}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it sideways
        <section aria-label="Así leímos tu lista" tabIndex={0} style={{ overflowX: 'auto' }}>
          <Text fw={600}>Así leímos tu lista</Text>
          <Text size="sm" c="dimmed">
            Quien ya tiene cuenta conserva su nombre.
          </Text>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {(numbers ? ['Número de operación', ...HEADINGS] : HEADINGS).map((heading) => (
                  <Table.Th key={heading}>{heading}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((person) => {
                const { nombres, apellidos } = namesOf(person)
                return (
                  <Table.Tr key={person.line}>
                    {numbers && (
                      <Table.Td miw={180}>
                        <TextInput
                          aria-label={`Número de operación de ${person.correo}`}
                          autoComplete="off"
                          inputMode="numeric"
                          value={numbers.of[person.correo] ?? ''}
                          onChange={(event) => numbers.change(person.correo, event.currentTarget.value)}
                        />
                      </Table.Td>
                    )}
                    <Table.Td>{person.correo}</Table.Td>
                    <Table.Td>{nombres}</Table.Td>
                    <Table.Td>{apellidos}</Table.Td>
                    <Table.Td>{person.numero_documento}</Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
          {more > 0 && <Text size="sm" c="dimmed">{`Y ${more} más.`}</Text>}
        </section>
      )}
    </>
  )
}
