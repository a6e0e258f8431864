import { formatClock, todayIst } from '@aangan/contract/period.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { readSetting, writeSetting } from '@aangan/server/work/settings.ts';
import { enquiryDesk } from '../enquiry/capture-facts.server.ts';
import { ensureMayChange, mayChange, placeOf } from '../settings/enquiry-setting.server.ts';
import { firstAnswerContract } from './first-answer.contract.ts';
import { slaSetting } from './sla-setting.ts';

export const firstAnswerSettings = handle(firstAnswerContract.settings, async ({ db, actor, now }) => {
  const franchiseeId = placeOf(actor);
  const desk = await enquiryDesk(db, { franchiseeId, from: todayIst(now) });
  return {
    setting: await readSetting(db, 'enquiries', slaSetting, franchiseeId),
    sources: await db
      .selectFrom('enquiry_source')
      .select(['id', 'name', 'channel'])
      .where('digital', '=', true)
      .where('active', '=', true)
      .orderBy('name')
      .execute(),
    desk: WEEKDAYS.map((day) => ({
      day,
      hours:
        (desk.windows[day] ?? []).map(([from, to]) => `${formatClock(from)}–${formatClock(to)}`).join(', ') ||
        'Closed',
    })),
    network: actor.franchiseeId === null,
    can: { change: mayChange(actor) },
  };
});

export const saveFirstAnswer = handle(firstAnswerContract.save, async ({ db, actor, input }) => {
  ensureMayChange(actor);
  await writeSetting(db, 'enquiries', slaSetting, placeOf(actor), input);
  return { minutes: input.minutes };
});
