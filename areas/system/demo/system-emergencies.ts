// Two emergency rights: one that waits for its review with what was done under it, and one found in order.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, systemTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const FINANCE_DEPT = 19;
const DAY_MS = 86_400_000;

export async function writeEmergencies(client: Client, today: Day): Promise<void> {
  const { superadmin } = headOffice;
  const { superadmin2, system } = systemTeam;
  const right = (key: string, day: Day, times: { taken: string; ended: string }, rest: Row): Row => {
    const taken = new Date(`${day}T${times.taken}:00+05:30`).getTime();
    return {
      id: demoUuid('emergency', key),
      user_id: system.id,
      franchisee_id: null,
      taken_at: new Date(taken).toISOString(),
      until_at: new Date(taken + 3_600_000).toISOString(),
      ended_at: new Date(`${day}T${times.ended}:00+05:30`).toISOString(),
      told_first: superadmin.id,
      told_second: superadmin2.id,
      review_due_at: new Date(taken + 2 * DAY_MS).toISOString(),
      reviewed_by: null,
      reviewed_at: null,
      finding: null,
      review_note: null,
      ...rest,
    };
  };
  await insertRows(client, 'emergency_right', [
    right(
      'settlement',
      addDays(today, -1),
      { taken: '18:35', ended: '18:52' },
      {
        role_id: FINANCE_DEPT,
        reason:
          'UPI payments of Andheri wait for approval, parents stand at the desk, and Nitin cannot be reached.',
      },
    ),
    right(
      'head',
      addDays(today, -19),
      { taken: '08:10', ended: '08:41' },
      {
        role_id: 7,
        franchisee_id: 3,
        reason:
          'The head of Baner is in hospital; two children had to be moved to another class before the day began.',
        reviewed_by: superadmin.id,
        reviewed_at: new Date(`${addDays(today, -19)}T12:15:00+05:30`).toISOString(),
        finding: 'IN_ORDER',
        review_note: 'Both moves were asked for by the zone manager in writing. Nothing else was touched.',
      },
    ),
  ]);
  await writeActs(client, today);
}

/** What was done under the right that waits for its review: three payments approved, two looked up. */
async function writeActs(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from payment where franchisee_id = 2 and status = 'CONFIRMED' order by created_at desc, id limit 3`,
  );
  const right = demoUuid('emergency', 'settlement');
  const at = (n: number) => `${addDays(today, -1)}T18:${38 + 3 * n}:10+05:30`;
  await insertRows(
    client,
    'record_change',
    rows.map(({ id }, n) => ({
      at: at(n),
      franchisee_id: 2,
      actor: systemTeam.system.id,
      command: `payment.approve emergency:${right}`,
      table_name: 'payment',
      op: 'U',
      row_key: id,
      diff: { status: ['APPROVAL_WAITING', 'CONFIRMED'] },
    })),
  );
  await insertRows(
    client,
    'access_log',
    rows.slice(0, 2).map(({ id }, n) => ({
      at: `${addDays(today, -1)}T18:${37 + 3 * n}:40+05:30`,
      franchisee_id: 2,
      user_id: systemTeam.system.id,
      role_id: FINANCE_DEPT,
      action: 'READ',
      contract: 'payment.approval-details',
      subject_kind: 'payment',
      subject_id: id,
      n: 1,
      purpose: 'approval',
      reason: `emergency:${right}`,
    })),
  );
}
