// A centre with counsellors and rules, for the tests of lead allocation and of first answers.
import { randomUUID } from 'node:crypto';
import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, type PersonName, people, YEAR } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { captureEnquiry } from '../enquiry/capture-enquiry.server.ts';
import type { CapturedEnquiry, CaptureFamily } from '../enquiry/capture-types.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { allocationRuleContract, anyLead, type RuleInput } from './allocation-rule.contract.ts';

export interface AllocationApp {
  readonly app: TestApp;
  /** Adds counsellors of Andheri by first name; answers their ids in that order. */
  counsellors(...names: string[]): Promise<string[]>;
  /** A lead from a form, as the worker consumes it. */
  lead(more?: Partial<CaptureFamily>, at?: { franchiseeId?: number; now?: Date }): Promise<CapturedEnquiry>;
  rule(more: Partial<RuleInput>, by?: PersonName): Promise<OutputOf<typeof allocationRuleContract.save>>;
  /** First names of the owners of enquiries, '-' for nobody. */
  ownersOf(ids: readonly string[]): Promise<string>;
  run(job: JobDeclaration, now: Date, data?: unknown): Promise<{ ok: number; failed: number }>;
  close(): Promise<void>;
}

export const memberOf = (
  userId: string,
  more: Partial<RuleInput['members'][number]> = {},
): RuleInput['members'][number] => ({
  userId,
  weight: 1,
  dailyQuota: 30,
  maxOpen: 150,
  active: true,
  ...more,
});

let number = 9_700_000_000;
export const nextMobile = (): string => {
  number += 1;
  return `+91${number}`;
};

export async function allocationApp(clock: Date): Promise<AllocationApp> {
  const app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
    pool: 12,
  });
  app.moveClock(clock);
  return {
    app,
    counsellors: (...names) => Promise.all(names.map((name) => addCounsellor(app, name))),
    lead: (more = {}, at = {}) => captureLead(app, clock, more, at),
    rule: (more, by = 'Bina') =>
      app.as(by).call(allocationRuleContract.save, {
        rule: {
          name: 'Everything',
          active: true,
          match: anyLead,
          mode: 'ROUND_ROBIN',
          onShiftOnly: false,
          fallback: 'QUEUE',
          members: [],
          ...more,
        },
      } satisfies InputOf<typeof allocationRuleContract.save>),
    ownersOf: async (ids) => {
      const rows = await app.sql<{ id: string; name: string | null }>(
        'select e.id, u.first_name as name from enquiry e left join app_user u on u.id = e.owner_id where e.id = any ($1)',
        [[...ids]],
      );
      const names = new Map(rows.map((row) => [row.id, row.name]));
      return ids.map((id) => names.get(id) ?? '-').join(' ');
    },
    run: (job, now, data = null) =>
      job.run({
        work: (franchiseeId, run) =>
          inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, run),
        now,
        data,
        ports: { ...app.ports, afterCommit: () => undefined },
      }),
    close: () => app.close(),
  };
}

/** A counsellor as Esha is one: the same account and grant under another name. */
async function addCounsellor(app: TestApp, firstName: string): Promise<string> {
  const id = randomUUID();
  await copyRow(app, 'app_user', people.Esha.id, {
    id,
    first_name: firstName,
    last_name: 'Test',
    email_norm: `${id}@test.aangan`,
    mobile_norm: null,
  });
  const [grant] = await app.sql<{ id: string }>('select id from user_role where user_id = $1', [
    people.Esha.id,
  ]);
  await copyRow(app, 'user_role', grant?.id ?? '', { id: randomUUID(), user_id: id });
  return id;
}

async function copyRow(
  app: TestApp,
  table: string,
  id: string,
  more: Record<string, unknown>,
): Promise<void> {
  const columns = (
    await app.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
  ).map((row) => `"${row.name}"`);
  await app.sql(
    `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => `r.${name}`).join(', ')}
       from jsonb_populate_record(null::${table}, (select to_jsonb(t) from ${table} t where id = $1) || $2::jsonb) r`,
    [id, JSON.stringify(more)],
  );
}

async function captureLead(
  app: TestApp,
  clock: Date,
  more: Partial<CaptureFamily>,
  { franchiseeId = ANDHERI, now = clock }: { franchiseeId?: number; now?: Date },
): Promise<CapturedEnquiry> {
  const { enquiries } = await inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, (db) =>
    captureEnquiry(
      db,
      { franchiseeId, academicYearId: YEAR, now, via: 'INTAKE', by: null },
      {
        guardianName: 'Gita Rao',
        mobile: nextMobile(),
        language: 'en',
        sourceId: sourceIds.google,
        capturedAt: now,
        children: [{ firstName: 'Kiaan' }],
        ...more,
      },
    ),
  );
  const [first] = enquiries;
  if (!first) throw new Error('no enquiry');
  return first;
}
