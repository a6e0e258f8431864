import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import type { toddlerContract } from './toddler.contract.ts';
import { toddlerLabels } from './toddler.states.ts';

export type ToddlerChild = OutputOf<typeof toddlerContract.child>;
export type ToddlerPlace = ToddlerChild['assignments'][number];

const states = {
  NO_CLASS: ['warning', toddlerLabels.NO_CLASS],
  SCHEDULED: ['info', toddlerLabels.SCHEDULED],
  RUNNING: ['success', toddlerLabels.RUNNING],
  ENDING: ['warning', toddlerLabels.ENDING],
  COMPLETED: ['neutral', toddlerLabels.COMPLETED],
  STOPPED: ['neutral', toddlerLabels.STOPPED],
  CANCELLED: ['neutral', toddlerLabels.CANCELLED],
} as const;
stateTable('toddler', states);

const at = '/mother-toddler-program';
export const toddlerPaths = {
  list: `${at}/view-onboarded-student`,
  assign: (studentId: string, enrolmentId?: string) =>
    `${at}/assign-new-class/${studentId}${enrolmentId ? `/${enrolmentId}` : ''}`,
  view: (studentId: string) => `${at}/view-student-class/${studentId}`,
  edit: (studentId: string) => `${at}/edit-student-class/${studentId}`,
};
