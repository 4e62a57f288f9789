import type { ReactNode } from 'react'
import { Panel } from '../../../ui/panel'
import { Group } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import classes from './profile.module.css'

type SectionProps = { title: string; lead?: ReactNode; action?: ReactNode; children?: ReactNode }

export function Section({ title, lead, action, children }: SectionProps) {
  return (
    <Panel>
      <Group gap="sm" className={classes.head}>
        <div>
          <Title order={2}>{title}</Title>
          {lead && <Text dimmed>{lead}</Text>}
        </div>
        {action}
      </Group>
      {children}
    </Panel>
  )
}
