// `mid`: which link brought a family (enquiries.md D19), on the public form and by the QR code.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { publicEnquiryContract } from '../public-form/public-enquiry.contract.ts';
import { fromNewNetwork } from '../public-form/visitor-testing.ts';
import { enquiryQrContract } from '../qr/enquiry-qr.contract.ts';
import { type IntakeApp, intakeApp } from './intake-testing.ts';

let intake: IntakeApp;
before(async () => {
  intake = await intakeApp();
});
after(() => intake?.close());

const EVENT = '04000000-0000-7000-8000-000000000010';
let phone = 9_950_300_000;

/** What the enquiry of one submission was credited with. */
async function credited(mid: string | undefined, door: 'QR' | 'WEB') {
  phone += 1;
  const answer = await intake.app.stranger.raw(
    publicEnquiryContract.submit,
    {
      fid: ANDHERI,
      ...(mid ? { mid } : {}),
      submissionId: randomUUID(),
      door,
      guardianName: 'Gita Rao',
      mobile: String(phone),
      childFirstName: 'Kiaan',
      birthMonth: '2023-08',
      pincode: '400053',
      isAdultGuardian: true,
      filledInMs: 40_000,
    },
    fromNewNetwork(),
  );
  assert.equal(answer.status, 200);
  await intake.consume();
  const [row] = await intake.app.sql<Record<string, unknown>>(
    `select e.source_id as source, e.campaign, e.source_link_id is not null as linked, t.mid_unknown as unknown
       from enquiry e join enquiry_touch t on t.franchisee_id = e.franchisee_id and t.enquiry_id = e.id where e.phone_norm = $1`,
    [`+91${phone}`],
  );
  return row;
}

test('a link credits its source and campaign on both forms; unknown, paused and expired ones credit the form and say so', async () => {
  const bina = intake.app.as('Bina');
  const { path } = await bina.call(enquiryQrContract.create, {
    label: 'Open house',
    language: 'en',
    placement: 'EVENT',
    sourceId: EVENT,
    campaign: 'Winter',
  });
  const mid = new URL(path, 'http://x').searchParams.get('mid') ?? '';
  const own = { source: EVENT, campaign: 'Winter', linked: true, unknown: false };
  assert.deepEqual([await credited(mid, 'QR'), await credited(mid, 'WEB')], [own, own]);
  const stranger = (source: string, unknown: boolean) => ({ source, campaign: null, linked: false, unknown });
  assert.deepEqual(await credited('nobody-knows-this', 'WEB'), stranger(sourceIds.website, true));
  assert.deepEqual(await credited(undefined, 'QR'), stranger(sourceIds.qr, false));
  const { rows } = await bina.call(enquiryQrContract.list, {});
  assert.equal(rows.find((row) => row.label === 'Open house')?.enquiries, 2);
  await intake.app.sql(`update enquiry_source_link set expires_on = current_date - 2 where key = $1`, [mid]);
  assert.deepEqual(await credited(mid, 'WEB'), stranger(sourceIds.website, true));
  await intake.app.sql(`update enquiry_source_link set expires_on = null, active = false where key = $1`, [
    mid,
  ]);
  assert.deepEqual(await credited(mid, 'QR'), stranger(sourceIds.qr, true));
});
