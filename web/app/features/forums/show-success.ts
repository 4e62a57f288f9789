import { notifications } from '@mantine/notifications'

export const showSuccess = (message: string): string => notifications.show({ message, color: 'teal', role: 'status' })
