// The desk of Andheri for the tests of the counsellor's work: short ways to capture, log and run jobs.
import assert from 'node:assert/strict';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import type { PersonName } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

type CaptureInput = InputOf<typeof enquiryContract.capture>;
type LogInput = InputOf<typeof followUpContract.log>;

/** An instant of a day in India. */
export const ist = (day: string, time = '11:00'): Date => new Date(`${day}T${time}:00+05:30`);

/** With the areas a test needs beside the desk's own. */
export async function workDesk(more: readonly AreaServer[] = []) {
  const app: TestApp = await testApp({
    areas: [enquiriesServer, academicsServer, ...more],
    app: { trustProxy: true },
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  let phone = 9_820_200_000;
  const nextPhone = () => {
    phone += 1;
    return String(phone);
  };
  const get = (code: string, who: PersonName = 'Esha') =>
    app.as(who).call(enquiryContract.get, { enquiryCode: code });
  return {
    app,
    nextPhone,
    get,
    at: (day: string, time?: string) => app.moveClock(ist(day, time)),
    capture: async (first: string, more: Partial<CaptureInput> = {}) => {
      const saved = await app.as('Esha').call(enquiryContract.capture, {
        guardianName: `Parent of ${first}`,
        mobile: nextPhone(),
        children: [{ firstName: first, dob: '2023-03-05', classId: 3, programme: 'Regular' }],
        sourceId: sourceIds.walkIn,
        ...more,
      });
      const [one] = saved.enquiries;
      assert.ok(one);
      return one;
    },
    log: async (code: string, input: Partial<LogInput>, who: PersonName = 'Esha') => {
      const { id, version } = await get(code, who);
      return app
        .as(who)
        .call(followUpContract.log, { enquiryId: id, outcome: 'NO_ANSWER', ...input }, { version });
    },
    lose: async (code: string, action: string, reason: string) => {
      const { id, version } = await get(code);
      const [row] = await app.sql<{ id: string }>('select id from lost_reason where name = $1', [reason]);
      return app
        .as('Esha')
        .call(enquiryContract.moveStage, { id, action, lostReasonId: row?.id ?? null }, { version });
    },
    /** Runs a job once, as the clock would. */
    run: (job: JobDeclaration, now: Date, data: unknown = null) =>
      job.run({
        work: (franchiseeId, work) =>
          inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, work),
        now,
        data,
        ports: { ...app.ports, afterCommit: () => undefined },
      }),
  };
}
export type WorkDesk = Awaited<ReturnType<typeof workDesk>>;
