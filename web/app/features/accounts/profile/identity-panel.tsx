import type { Profile } from '@campus/contract/accounts'
import { Anchor, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Panel } from '../../../ui/panel'

export function IdentityPanel({ profile }: { profile: Profile }) {
  const fixed = (label: string, value: string | null) => (
    <TextInput
      label={label}
      value={value ?? ''}
      readOnly
      variant="filled"
      rightSection={<IconLock size={18} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  )
  return (
    <Panel>
      <Title order={2} mb={4}>
        Datos de tu cuenta
      </Title>
      <Text c="dimmed" mb="md">
        Aparecen en tus certificados, por eso no se cambian aquí. Si algo está mal,{' '}
        <Anchor component={Link} to="/soporte" underline="always">
          pide la corrección a Soporte
        </Anchor>
        .
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {fixed('Nombres', profile.nombres)}
        {fixed('Apellidos', profile.apellidos)}
        {fixed('Correo electrónico', profile.correo)}
        {fixed('Tipo de documento', profile.tipo_documento)}
        {fixed('Número de documento', profile.numero_documento)}
      </SimpleGrid>
    </Panel>
  )
}
