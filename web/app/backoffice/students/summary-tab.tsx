import type { Student } from '@campus/contract/students.staff'
import { CoursesSection } from './courses-section'
import { StorySection } from './story-section'
import classes from './students.module.css'

/** What a student studies, and all that happened. */
export const SummaryTab = ({ student }: { student: Student }) => (
  <div className={classes.hub}>
    <CoursesSection student={student} />
    <StorySection student={student} />
  </div>
)
