import type { DetailedCourse } from '@campus/contract/learning'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import classes from './certificate-path.module.css'
import { stepsOf } from './path-steps'

/** Each step towards the course's certificate is a link to where it is done. */
export function CertificatePath({ course }: { course: DetailedCourse }) {
  const path = stepsOf(course)
  if (!path) return null
  return (
    <section aria-labelledby="lo-que-falta" className={classes.path}>
      <div className={classes.head}>
        <Title order={2} look={3} id="lo-que-falta">
          Lo que falta para tu certificado
        </Title>
        <Text small dimmed>
          {path.rule}
        </Text>
      </div>
      <ol className={classes.steps}>
        {path.steps.map(({ key, to, name, state, done }) => {
          const Mark = done ? IconCircleCheckFilled : IconCircle
          return (
            <li key={key} data-done={done || undefined}>
              <Link to={to} prefetch="intent" className={classes.step}>
                <Mark size={20} aria-hidden />
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.state}>{state}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
