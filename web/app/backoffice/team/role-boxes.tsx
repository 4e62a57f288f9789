import { ROLE_NAMES, ROLES, type Role } from '@campus/contract/permissions'
import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStaff } from '../shell/staff'

const TEXTS: Record<Role, string> = {
  plataforma: 'Todo, en todas las marcas.',
  marca: 'Todo en esta academia: cursos, ventas, personas y equipo.',
  docente: 'Sus propios cursos: contenido, calificaciones y foros.',
  soporte: 'Alumnos, mensajes de soporte y moderación.',
  caja: 'Órdenes y pagos.',
}

type RoleBoxesProps = {
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  error: ReactNode
  /** The one that can be changed. */
  only?: Role
}

/** Only `plataforma` may grant its own role. */
export function RoleBoxes({ value, onChange, error, only }: RoleBoxesProps) {
  const { roles } = useStaff()
  const offered = ROLES.filter((role) => role !== 'plataforma' || roles.includes('plataforma'))
  return (
    <Checkbox.Group
      label="Roles"
      value={[...value]}
      onChange={(next) => onChange(ROLES.filter((role) => next.includes(role)))}
      error={error}
    >
      <Stack gap="sm" mt="xs">
        {offered.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={ROLE_NAMES[role]}
            description={TEXTS[role]}
            disabled={only !== undefined && role !== only}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
