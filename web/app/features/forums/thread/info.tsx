import type { ForumDetail } from '@campus/contract/forums'
import { IconArrowLeft, IconHome } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAgo } from '../../../lib/ago'
import { formatDateTime } from '../../../lib/format'
import { modulesPath } from '../../../lib/paths'
import { LinkButton } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import { Stack } from '../../../ui/stack'
import { FORUM_TYPE_NAMES } from '../marks'
import classes from './forum.module.css'
import { TEXTS } from './texts'

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Facts({ forum }: { forum: ForumDetail }) {
  const { tipo_foro, curso, modulo, ultima_actividad } = forum
  return (
    <dl className={classes.list}>
      <Row name="Tipo">{FORUM_TYPE_NAMES[tipo_foro]}</Row>
      {curso && (
        <Row name="Curso">
          <Link to={modulesPath(curso.id)}>{curso.nombre}</Link>
        </Row>
      )}
      {curso && modulo && (
        <Row name="Módulo">
          <Link to={modulesPath(curso.id, modulo.id)}>{modulo.nombre}</Link>
        </Row>
      )}
      <Row name="Última actividad">
        {ultima_actividad ? (
          <time dateTime={ultima_actividad} title={formatDateTime(ultima_actividad)}>
            {formatAgo(ultima_actividad, Date.now())}
          </time>
        ) : (
          formatDateTime(null)
        )}
      </Row>
    </dl>
  )
}

/** Beside the posts, or folded below them. */
export function Info({ forum, back, open }: { forum: ForumDetail; back: string; open: boolean }) {
  return (
    <aside className={classes.aside} aria-label={TEXTS.info}>
      <Panel>
        <details className={classes.details} open={open}>
          <summary>{TEXTS.info}</summary>
          <Stack>
            <Facts forum={forum} />
            <Stack gap="xs">
              <LinkButton to={back} variant="light" leftSection={<IconArrowLeft size={20} aria-hidden />}>
                {TEXTS.back}
              </LinkButton>
              <LinkButton to="/inicio" variant="default" leftSection={<IconHome size={20} aria-hidden />}>
                {TEXTS.home}
              </LinkButton>
            </Stack>
          </Stack>
        </details>
      </Panel>
    </aside>
  )
}
