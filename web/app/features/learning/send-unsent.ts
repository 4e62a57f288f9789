import type { QueryClient } from '@tanstack/react-query'
import { ownMarks } from './own-marks'

/** What an earlier visit could not send. */
export const sendUnsent = (user: number, queries: QueryClient): Promise<void> => ownMarks(user, queries).flush()
