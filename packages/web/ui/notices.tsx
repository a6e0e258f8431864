import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toApiError } from '../api/api-error.ts';
import { smallIcon } from './icon.ts';
import { needNotices } from './notices-needed.ts';

// Specification 9: error notifications 2 s, the year warning 3 s, all top right.
const SHORT_MS = 2000;
const WARNING_MS = 3000;
const UNDO_S = 8;
const CLOSE = { 'aria-label': 'Close' } as const;

let last = 0;
const nextId = (): string => {
  last += 1;
  needNotices();
  return `notice-${last}`;
};

interface Look {
  color: string;
  icon: ReactNode;
  role: 'alert' | 'status';
  ms: number;
}

function show(message: ReactNode, look: Look, title?: string): string {
  const id = nextId();
  notifications.show({
    id,
    message,
    color: look.color,
    icon: look.icon,
    autoClose: look.ms,
    role: look.role,
    withBorder: true,
    closeButtonProps: CLOSE,
    ...(title ? { title } : {}),
  });
  return id;
}

/** Small messages at the top right; hovering or focusing one stops its clock. */
export const notice = {
  ok: (message: string) =>
    show(message, { color: 'success', icon: <IconCheck {...smallIcon} />, role: 'status', ms: SHORT_MS }),
  info: (message: string, title?: string) =>
    show(
      message,
      { color: 'info', icon: <IconInfoCircle {...smallIcon} />, role: 'status', ms: WARNING_MS },
      title,
    ),
  warn: (message: string) =>
    show(message, {
      color: 'warning',
      icon: <IconAlertTriangle {...smallIcon} />,
      role: 'status',
      ms: WARNING_MS,
    }),
  /** A text, or what a call threw: then the server's message. */
  error: (problem: unknown) =>
    show(typeof problem === 'string' ? problem : toApiError(problem).message, {
      color: 'danger',
      icon: <IconAlertTriangle {...smallIcon} />,
      role: 'alert',
      ms: SHORT_MS,
    }),
  /** "Archived. Undo": for acts that can be taken back (look.md 3). */
  undo: (message: string, undo: () => unknown, label = 'Undo', seconds = UNDO_S) => {
    const id = nextId();
    const back = () => {
      notifications.hide(id);
      void undo();
    };
    notifications.show({
      id,
      color: 'gray',
      autoClose: seconds * 1000,
      role: 'status',
      withBorder: true,
      closeButtonProps: CLOSE,
      message: (
        <span style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 }}>
          {message}
          <Button size="compact-sm" variant="light" onClick={back}>
            {label}
          </Button>
        </span>
      ),
    });
    return id;
  },
  hide: (id: string) => notifications.hide(id),
};
