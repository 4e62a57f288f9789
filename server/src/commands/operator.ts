import { userInfo } from 'node:os'

/** The system user of a command, for the audit trail; undefined in containers without user entry. */
export function operatorName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
