// Credit and debit notes of head office's finance: for children and for centres, some issued, some waiting, one rejected.
import { approveNote, rejectNote } from '@aangan/areas/finance/note/decide-note.server.ts';
import { submitNote } from '@aangan/areas/finance/note/submit-note.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { headOffice } from '../../../db/demo/people.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

type End = 'WAITS' | 'ISSUED' | 'REJECTED';

/** In head office's name for one centre. */
const inNetwork = (centre: number, userId: string): NarrowedActor => ({
  ...actorAt(centre, userId),
  franchiseeId: null,
  centres: [],
  wholeNetwork: true,
});

export async function writeNotes(
  database: Database,
  centre: Pick<Centre, 'id'>,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const maker = inNetwork(centre.id, headOffice.superadmin.id);
  const checker = inNetwork(centre.id, headOffice.finance.id);
  const decide = async (handler: InWorkHandler, id: string, note: string) =>
    work(database, checker, 'decide-note', (db) =>
      carryOut(handler, { db, actor: checker, now, version: 1, input: { id, note } }),
    );
  const write = async (input: object, end: End) => {
    const { id } = (await work(database, maker, 'write-note', (db) =>
      carryOut(submitNote, { db, actor: maker, now, version: 0, input: { lines: [], ...input } }),
    )) as { id: string };
    if (end === 'ISSUED') await decide(approveNote, id, 'Checked with the centre.');
    if (end === 'REJECTED') await decide(rejectNote, id, 'The invoice is right: the month was fully used.');
  };
  await writeForChildren(database, { centre: centre.id, maker, write });
  await writeForCentre(database, { centre: centre.id, maker, write, today });
}

interface Writing {
  centre: number;
  maker: NarrowedActor;
  write: (input: object, end: End) => Promise<void>;
}

async function writeForChildren(database: Database, { centre, maker, write }: Writing): Promise<void> {
  // By a name that stands there once: ids differ from one run to the next.
  const { rows } = await work(database, maker, 'charges', (db) =>
    sql<{ accountId: string; lineId: string; net: number }>`
      select k.id as "accountId", l.id as "lineId", l.net from (select distinct on (fee_account_id) * from fee_line where franchisee_id = ${centre}
        and state = 'OPEN' and component_kind = 'TUITION' and allocated = net and net > 100000 order by fee_account_id, due_on, seq) l
        join fee_account k on k.franchisee_id = l.franchisee_id and k.id = l.fee_account_id
       where not exists (select from fee_account o where o.franchisee_id = k.franchisee_id and o.child_label = k.child_label and o.id <> k.id)
       order by k.child_label limit 3`.execute(db),
  );
  const [goodwill, correction, hours] = rows;
  const credit = (row: (typeof rows)[number], amount: number) => ({
    party: 'STUDENT',
    type: 'CREDIT',
    feeAccountId: row.accountId,
    lines: [{ feeLineId: row.lineId, amount }],
  });
  if (goodwill)
    await write(
      { ...credit(goodwill, 750_00), reasonCode: 'KIT_RETURN', reason: 'The smock was returned unopened.' },
      'ISSUED',
    );
  if (correction)
    await write(
      {
        ...credit(correction, Math.floor(correction.net / 10)),
        reasonCode: 'FEE_CORRECTION',
        reason: 'The sibling concession was forgotten in this instalment.',
      },
      'WAITS',
    );
  if (hours)
    await write(
      {
        party: 'STUDENT',
        type: 'DEBIT',
        feeAccountId: hours.accountId,
        reasonCode: 'EXTRA_HOURS',
        amount: 1_180_00,
        reason: 'Four evenings until seven, agreed by telephone.',
      },
      'ISSUED',
    );
}

async function writeForCentre(
  database: Database,
  { centre, maker, write, today }: Writing & { today: Day },
): Promise<void> {
  const { rows } = await work(database, maker, 'invoices', (db) =>
    sql<{ id: string; taxable: number }>`select id, taxable from franchisee_due
      where franchisee_id = ${centre} and kind = 'ROYALTY' order by issued_on desc, number limit 2`.execute(
      db,
    ),
  );
  const of = { party: 'FRANCHISEE', franchiseeId: centre };
  const [newest, older] = rows;
  if (newest)
    await write(
      {
        ...of,
        type: 'CREDIT',
        reasonCode: 'ROYALTY_ADJUST',
        dueId: newest.id,
        amount: Math.floor(newest.taxable / 20),
        reason: 'A refund of that month came after the run.',
      },
      'ISSUED',
    );
  if (older)
    await write(
      {
        ...of,
        type: 'CREDIT',
        reasonCode: 'WAIVER',
        dueId: older.id,
        amount: Math.floor(older.taxable / 2),
        reason: 'Half of the month was closed for repairs.',
      },
      'REJECTED',
    );
  await write(
    {
      ...of,
      type: 'DEBIT',
      reasonCode: 'LATE_INTEREST',
      amount: 96_99,
      taxCode: 'ROYALTY',
      dueOn: addDays(today, 15),
      reason: '12 % a year on 14,750.00 for 20 days.',
    },
    'WAITS',
  );
}
