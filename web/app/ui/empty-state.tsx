import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import classes from './empty-state.module.css'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

type Color = 'brand' | 'gray' | 'red' | 'teal'

type EmptyStateProps = { icon: Icon; title: string; text?: ReactNode; action?: ReactNode; role?: string; color?: Color }

export function EmptyState({ icon: Drawing, title, text, action, role, color = 'brand' }: EmptyStateProps) {
  return (
    <Center className={classes.state} role={role}>
      <Stack align="center" gap="sm" maw={440}>
        <ThemeIcon size={88} radius="50%" variant="light" color={color} aria-hidden>
          <Drawing size={44} stroke={1.5} />
        </ThemeIcon>
        <Title order={2} ta="center">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" ta="center">
            {text}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}
