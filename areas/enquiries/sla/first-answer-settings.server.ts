import { formatClock, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { readSetting, writeSetting } from '@aangan/server/work/settings.ts';
import { enquiryDesk } from '../enquiry/capture-facts.server.ts';
import { enquiryModules } from '../modules.ts';
import { firstAnswerContract } from './first-answer.contract.ts';
import { slaSetting } from './sla-setting.ts';

/** The chosen centre's setting; with no centre chosen the network's, by head office. */
const placeOf = (actor: Actor): number => actor.franchiseeId ?? HEAD_OFFICE;
const mayChange = (actor: Actor): boolean =>
  holds(actor, enquiryModules.enquirySettings, true) && (actor.franchiseeId !== null || actor.wholeNetwork);

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
  ensure(mayChange(actor), () => refuse('context.centre-needed'));
  await writeSetting(db, 'enquiries', slaSetting, placeOf(actor), input);
  return { minutes: input.minutes };
});
