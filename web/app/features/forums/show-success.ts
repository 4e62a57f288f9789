import { toast } from '../../lib/toasts'

export const showSuccess = (message: string): void => toast(message)
