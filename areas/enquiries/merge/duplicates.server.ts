import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst } from '@aangan/server/record/keyset.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { childName } from '../enquiry/child-name.server.ts';
import { enquiryModules } from '../modules.ts';
import { mergeContract } from './merge.contract.ts';

/** Pairs that wait for a person's word; one that was merged meanwhile is left out. */
export const listDuplicates = handle(mergeContract.duplicates, async ({ db, actor, input }) => {
  const open = () => {
    const rows = db
      .selectFrom('duplicate_candidate as d')
      .innerJoin('enquiry as a', (j) =>
        j.onRef('a.franchisee_id', '=', 'd.franchisee_id').onRef('a.id', '=', 'd.a_id'),
      )
      .innerJoin('enquiry as b', (j) =>
        j.onRef('b.franchisee_id', '=', 'd.franchisee_id').onRef('b.id', '=', 'd.b_id'),
      )
      .where('d.state', '=', 'OPEN')
      .where('a.academic_year_id', '=', chosenYear(actor))
      .where('a.merged_into', 'is', null)
      .where('b.merged_into', 'is', null);
    return actor.franchiseeId === null ? rows : rows.where('d.franchisee_id', '=', actor.franchiseeId);
  };
  const page = await newestFirst(
    open().select(['d.id', 'd.franchisee_id', 'd.at', 'd.score_bp', 'd.reasons', 'd.a_id', 'd.b_id']),
    { name: 'at', at: 'd.at', id: 'd.id' },
    input,
    () => cappedCount(db, open()),
  );
  const briefs = await briefsOf(
    db,
    page.rows.flatMap((row) => [
      { franchiseeId: row.franchisee_id, id: row.a_id },
      { franchiseeId: row.franchisee_id, id: row.b_id },
    ]),
  );
  const write = holds(actor, enquiryModules.enquiry, true);
  return {
    ...page,
    rows: page.rows.flatMap((row) => {
      const [a, b] = [briefs.get(row.a_id), briefs.get(row.b_id)];
      if (!a || !b) return [];
      const { id, at, reasons } = row;
      return [
        {
          id,
          at,
          reasons,
          scoreBp: row.score_bp,
          franchiseeId: row.franchisee_id,
          a,
          b,
          can: { merge: write, different: write },
        },
      ];
    }),
  };
});

type Brief = OutputOf<typeof mergeContract.duplicates>['rows'][number]['a'];

async function briefsOf(db: Db, keys: readonly { franchiseeId: number; id: string }[]) {
  const { rows } = await sql<Brief>`
    select e.id, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.child_dob as "childDob", e.guardian_name as "guardianName", k.name as "className",
      e.stage_code as stage, e.spanco_status as "spancoStatus"
      from unnest(${keys.map((key) => key.franchiseeId)}::int[], ${keys.map((key) => key.id)}::uuid[]) x (franchisee_id, id)
      join enquiry e on e.franchisee_id = x.franchisee_id and e.id = x.id left join class k on k.id = e.class_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
