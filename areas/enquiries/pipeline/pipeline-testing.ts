// What the tests of pipeline, merge and settings share: a family to capture and its enquiry to look at.
import assert from 'node:assert/strict';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import type { PersonName } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

/** Saturday, 11:00 in India: the worked example of enquiries.md 3.2. */
export const NOW = new Date('2026-11-21T05:30:00Z');

export type CaptureInput = InputOf<typeof enquiryContract.capture>;

// Two parents never sound alike, so that nothing is flagged by chance.
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu'];
const nameOf = (digits: string): string => {
  const name = [...digits].map((digit) => SYLLABLES[Number(digit)]).join('');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} Rao`;
};

export async function pipelineApp() {
  const app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  app.moveClock(NOW);
  let n = 9_820_500_000;
  const nextPhone = () => {
    n += 1;
    return String(n);
  };
  const family = (more: Partial<CaptureInput> = {}): CaptureInput => {
    const mobile = nextPhone();
    return {
      guardianName: nameOf(mobile.slice(-4)),
      mobile,
      children: [{ firstName: 'Vivaan', dob: '2023-03-05', classId: 3 }],
      sourceId: sourceIds.walkIn,
      ...more,
    };
  };
  const capture = async (more: Partial<CaptureInput> = {}, who: PersonName = 'Esha') => {
    const saved = await app.as(who).call(enquiryContract.capture, family(more));
    const [first] = saved.enquiries;
    assert.ok(first);
    return first;
  };
  const get = (code: string, who: PersonName = 'Esha') =>
    app.as(who).call(enquiryContract.get, { enquiryCode: code });
  const move = async (code: string, action: string, data: Record<string, unknown> = {}) => {
    const { id, version } = await get(code);
    return app.as('Esha').call(enquiryContract.moveStage, { id, action, ...data }, { version });
  };
  const refusedMove = async (
    code: string,
    refusal: string,
    input: { action: string } & Record<string, unknown>,
  ) => {
    const { id, version } = await get(code);
    return app.as('Esha').refused(enquiryContract.moveStage, { id, ...input }, refusal, { version });
  };
  const list = async (input: Record<string, unknown> = {}, who: PersonName = 'Esha') =>
    (await app.as(who).call(enquiryContract.list, { limit: 200, ...input })).rows;
  return { app, nextPhone, family, capture, get, move, refusedMove, list };
}
export type PipelineApp = Awaited<ReturnType<typeof pipelineApp>>;

/** A reason of the network by its name. */
export const reasonNamed = async (app: TestApp, name: string): Promise<string> =>
  (await app.sql<{ id: string }>('select id from lost_reason where name = $1', [name]))[0]?.id ?? '';

/** An application of admissions that came of an enquiry, as that area would have made it. */
export async function applicationFor(
  app: TestApp,
  enquiryId: string,
  status = 'IN_PROGRESS',
): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `with e as (select * from enquiry where id = $1),
      p as (insert into applicant (franchisee_id, enquiry_id, academic_year_id, class_id, day_session, child_name, parent_name, primary_mobile)
        select franchisee_id, id, academic_year_id, coalesce(class_id, 3), 'MORNING', 'Child', guardian_name, phone_norm from e returning *)
     insert into application (franchisee_id, application_no, applicant_id, enquiry_id, academic_year_id, class_id, day_session, reference_type, status, expires_at)
       select franchisee_id, 'APP-' || left(id::text, 8), id, enquiry_id, academic_year_id, class_id, 'MORNING', 'APPLICATION_FORM', $2, now() + interval '14 days' from p returning id`,
    [enquiryId, status],
  );
  return row?.id ?? '';
}
