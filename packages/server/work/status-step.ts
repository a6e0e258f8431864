// What every workflow does with a row: lock it, move its status by the table of states, let another person decide.
import type { ActionOf, States } from '@aangan/contract/states.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import type { Actor } from './actor.ts';
import { type ApprovalStep, approvalStep, refuseApproval } from './approval.ts';
import { ensureFound, ensureFresh, ensureStep } from './ensure.ts';
import type { Db } from './unit-of-work.ts';

type KeyedTable = {
  [T in keyof DB]: Selectable<DB[T]> extends { id: string; franchisee_id: number; version: number }
    ? T
    : never;
}[keyof DB];
type StatusTable = {
  [T in KeyedTable]: Selectable<DB[T]> extends { status: string } ? T : never;
}[KeyedTable];

/** A row of a table as the database gives it. */
export type RowIn<T extends keyof DB> = Selectable<DB[T]>;

/**
 * The row, locked until the transaction ends. 404 when it is not there or not the caller's (row security), 412 when it is
 * no longer at `version`. Without `version` nobody's newer change is refused.
 */
export async function lockRow<T extends KeyedTable>(
  db: Db,
  table: T,
  id: string,
  version?: number,
): Promise<Selectable<DB[T]>> {
  const { rows } = await sql<
    Selectable<DB[T]> & { version: number }
  >`select * from ${sql.table(table)} where id = ${id} for update`.execute(db);
  const row = ensureFound(rows[0]);
  if (version !== undefined) ensureFresh(row.version === version ? 1 : 0);
  return row;
}

export interface Step {
  /** Whose row it is. */
  readonly franchiseeId: number;
  /** The table, as its history is asked for. */
  readonly subject: string;
  readonly id: string;
  readonly action: string;
  readonly from: string;
  readonly to: string;
  readonly reason?: string | null;
}

/** A line in the history of a row, for what moves otherwise than by a table of states. */
export const noteStep = (db: Db, { franchiseeId, subject, id, action, from, to, reason = null }: Step) =>
  db
    .insertInto('status_step')
    .values({
      franchisee_id: franchiseeId,
      subject,
      subject_id: id,
      action,
      from_status: from,
      to_status: to,
      reason,
    })
    .execute();

export interface StatusMove<T extends StatusTable, S extends States> {
  readonly states: S;
  readonly table: T;
  /** As locked by `lockRow`. */
  readonly row: { readonly franchisee_id: number; readonly id: string; readonly status: string };
  readonly action: ActionOf<S>;
  readonly reason?: string | null;
  /** Further columns of the same update. */
  readonly set?: Omit<Updateable<DB[T]>, 'status'>;
}

/**
 * Moves a locked row by an action of its table of states and notes the step. Refuses (409 `row.wrong-state`) what the
 * table does not have. Returns the row as it is then.
 */
export async function moveStatus<T extends StatusTable, S extends States>(
  db: Db,
  { states, table, row, action, reason = null, set }: StatusMove<T, S>,
): Promise<Selectable<DB[T]>> {
  const to = ensureStep(states, row.status, action);
  const columns = Object.entries({ ...set, status: to }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const { rows } = await sql<Selectable<DB[T]>>`
    update ${sql.table(table)} set ${sql.join(columns)}
     where franchisee_id = ${row.franchisee_id} and id = ${row.id} returning *`.execute(db);
  await noteStep(db, {
    franchiseeId: row.franchisee_id,
    subject: table,
    id: row.id,
    action,
    from: row.status,
    to,
    reason,
  });
  return ensureFound(rows[0]);
}

export interface Decision<T extends StatusTable, S extends States> extends StatusMove<T, S> {
  readonly row: StatusMove<T, S>['row'] & { readonly version: number };
  readonly decision: ApprovalStep['decision'];
  /** Approval code that the decider must hold. */
  readonly code?: string;
  /** Who prepared it (null: the system did): none of them may decide. */
  readonly makers: readonly (string | null)[];
}

/** A row that the system made has no maker; the decision still names one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** One person's decision on what others prepared: 403 for a maker or without the code, then the status moves. */
export async function decide<T extends StatusTable, S extends States>(
  db: Db,
  actor: Actor,
  { decision, code, makers, ...move }: Decision<T, S>,
): Promise<Selectable<DB[T]>> {
  ensureStep(move.states, move.row.status, move.action);
  if (makers.includes(actor.userId)) throw refuseApproval('approval.own');
  await approvalStep(db, actor, {
    franchiseeId: move.row.franchisee_id,
    subjectKind: move.table.toUpperCase(),
    subjectId: move.row.id,
    subjectVersion: move.row.version,
    ...(code === undefined ? {} : { code }),
    decision,
    makerId: makers.find((maker) => maker !== null) ?? NOBODY,
    note: move.reason ?? null,
  });
  return moveStatus(db, move);
}
