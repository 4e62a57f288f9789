import type { DetailedLesson } from '@campus/contract/learning'
import { Panel } from '../../../ui/panel'
import { Stack } from '../../../ui/stack'
import { Title } from '../../../ui/title'
import classes from './lesson.module.css'
import { LessonList } from './lesson-list'
import LessonText from './lesson-text'
import { Materials } from './materials'
import { LessonVideo } from './video'

/** A lesson without what a student does in it: progress, attendance, comments. */
export default function LessonPreview({ lesson }: { lesson: DetailedLesson }) {
  return (
    <div className={classes.lesson}>
      <div className={classes.columns}>
        {lesson.archivos.length > 0 && (
          <div className={classes.video}>
            <LessonVideo lesson={lesson} recorded={false} />
          </div>
        )}
        <header>
          <Title order={1}>{lesson.titulo}</Title>
          {lesson.duracion > 0 && <p>{`${lesson.duracion} min`}</p>}
        </header>
        <aside className={classes.aside} aria-label="Del módulo">
          <LessonList lesson={lesson} />
        </aside>
        <Stack gap="xl" className={classes.body}>
          {lesson.contenido && (
            <Panel pad="reading">
              <div className={classes.reading}>
                <LessonText lesson={lesson} />
              </div>
            </Panel>
          )}
          <Materials materials={lesson.materiales} />
        </Stack>
      </div>
    </div>
  )
}
