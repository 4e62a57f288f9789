import { initialsOf } from '@campus/contract/names'

/** For `ui`, which knows no contract. */
export const initials = initialsOf
