import { stateTable } from '@aangan/web/ui/state-look.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import type { Right } from './role/role-delta.ts';

// Words and tones of the system area's states, declared once. Labels of runs are the specification's, to the letter.
stateTable('cron-run', {
  IN_PROGRESS: ['info', 'In Progress'],
  NOT_STARTED: ['neutral', 'Not started'],
  COMPLETED: ['success', 'Completed'],
  INTERRUPTED: ['danger', 'Interrupted'],
});
stateTable('role-change', {
  PENDING: ['warning', 'Waits for approval'],
  APPLIED: ['success', 'Applied'],
  REJECTED: ['danger', 'Rejected'],
  STALE: ['neutral', 'Outdated'],
});
stateTable('royalty-agreement', {
  DRAFT: ['neutral', 'Draft'],
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  RETIRED: ['neutral', 'Retired'],
});
stateTable('dynamic-module', {
  DRAFT: ['neutral', 'Draft'],
  LIVE: ['success', 'Live'],
  RETIRED: ['neutral', 'Retired'],
});

export const rightWords: Readonly<Record<Right, string>> = { NONE: '–', R: 'View', W: 'Edit' };

export function RightTag({ right }: { right: Right }) {
  if (right === 'NONE') return <span className="quiet">–</span>;
  return <Tag tone={right === 'W' ? 'success' : 'neutral'}>{rightWords[right]}</Tag>;
}

const areaTitles: Readonly<Record<string, string>> = {
  sop: 'SOP',
  platform: 'Platform',
  shell: 'My page',
};
/** 'finance' to 'Finance'. */
export const areaTitle = (area: string): string =>
  areaTitles[area] ?? `${area.charAt(0).toUpperCase()}${area.slice(1)}`;
