import type { Permission } from '@campus/contract/permissions'
import type { StaffMember } from '@campus/contract/staff'
import { createContext, use } from 'react'
import { resolvePath } from 'react-router'

const StaffContext = createContext<StaffMember | null>(null)

export const StaffProvider = StaffContext.Provider

/** The member of the staff who is at work. */
export function useStaff(): StaffMember {
  const staff = use(StaffContext)
  if (!staff) throw new Error('useStaff needs the shell of the back office')
  return staff
}

export const isAllowed = (staff: Pick<StaffMember, 'permisos'>, permission: Permission | null): boolean =>
  permission === null || staff.permisos.includes(permission)

/** Whoever only sells begins with the till. */
export const isCashierAlone = ({ roles }: Pick<StaffMember, 'roles'>): boolean =>
  roles.length === 1 && roles[0] === 'caja'

/** Where a screen is: its path without parameters, below /gestion. */
export const screenPath = (path: string): string => resolvePath(path.replace(/\/:.*/, ''), '/gestion').pathname

const OpenScreens = createContext<ReadonlySet<string>>(new Set())

/** The addresses of the screens that the person may open. */
export const OpenScreensProvider = OpenScreens.Provider

/** The address of a screen; null where there is none, or none for this person. */
export function useScreenPath(path: string): string | null {
  const address = screenPath(path)
  return use(OpenScreens).has(address) ? address : null
}
