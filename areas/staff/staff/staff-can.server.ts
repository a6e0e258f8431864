import { nextState } from '@aangan/contract/states.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { staffModules } from '../modules.ts';
import { staffStates } from './staff.states.ts';

export interface CanFacts {
  readonly status: string;
  readonly userId: string | null;
  readonly createdBy: string | null;
  readonly leftOn: string | null;
  readonly rehire: boolean;
}

/** What this person may do with a row now. Missing documents refuse an approval only when it is tried: the answer names them. */
export function canOf(actor: Actor, row: CanFacts) {
  const other = row.userId === null || row.userId !== actor.userId;
  const keeps = holds(actor, staffModules.Staff, true);
  const approves = holds(actor, staffModules.staffApprove, true) && other;
  const step = (action: string) => nextState(staffStates, row.status, action) !== null;
  const notMaker = row.createdBy === null || row.createdBy !== actor.userId;
  return {
    update: keeps && row.status !== 'LEFT',
    approve: approves && notMaker && step('approve'),
    reject: approves && notMaker && step('reject'),
    suspend: approves && step('suspend'),
    restore: approves && notMaker && step('restore'),
    leaveService: keeps && other && step('leave'),
    stay: keeps && other && step('leave') && row.leftOn !== null,
    rejoin: keeps && other && step('rejoin') && row.rehire,
    reveal: holds(actor, staffModules.staffApprove, true),
  };
}
