// A plan as a family is quoted it: components, instalments, the part of the first month; on paper and by message.
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import {
  facts,
  heading,
  letterhead,
  moneyText,
  paragraph,
  renderPdf,
  table,
} from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { ScheduleView } from '../../finance/fee-plan/fee-plan.contract.ts';
import { loadPlan, quotePlan } from '../../finance/public.server.ts';
import { mayAssign } from '../enquiry/service-enquiry.states.ts';
import { firstOf } from './first-lines.server.ts';
import { servicePlanContract as contract, serviceAssignmentContract } from './service-assignment.contract.ts';
import { findEnquiry, headOf, newestAssignment, planOf } from './service-assignment.queries.server.ts';
import { type Enquiry, offeringOf, plansOf } from './service-choice.server.ts';
import { tellFamily } from './tell-family.server.ts';

interface Offer {
  from: string;
  to: string;
  breakdownId: string;
  saved: boolean;
  schedule: ScheduleView;
}

interface Asked {
  enquiry: Enquiry;
  planId: string;
  now: Date;
}

/** What was saved for the enquiry with this plan; else the plan from the wanted day on. A plan of another service: 404. */
async function offerOf(db: Db, actor: Actor, { enquiry, planId, now }: Asked): Promise<Offer> {
  const row = await newestAssignment(db, enquiry);
  const saved = row && (await planOf(db, actor, row, now));
  if (row && saved?.assignment.planId === planId)
    return {
      from: row.starts_on,
      to: row.ends_on,
      breakdownId: saved.assignment.breakdownId,
      saved: true,
      schedule: saved.asked,
    };
  const plan = ensureFound((await plansOf(db, enquiry)).find((one) => one.planId === planId));
  const offering = await offeringOf(db, enquiry);
  const option = ensureFound(plan.options[0]);
  const [from, to] = [enquiry.wanted_from, enquiry.wanted_to ?? offering.ends_on];
  const schedule = await quotePlan(db, actor, {
    choice: {
      franchiseeId: enquiry.franchisee_id,
      planId,
      breakdownId: option.id,
      joinsOn: from,
      leavesOn: to,
      concessions: [],
    },
    today: todayIst(now),
  });
  return { from, to, breakdownId: option.id, saved: false, schedule };
}

async function detailsOf(db: Db, actor: Actor, asked: Asked) {
  const { breakdownId, ...offer } = await offerOf(db, actor, asked);
  const plan = await loadPlan(db, asked.planId, offer.from);
  return {
    enquiry: await headOf(db, asked.enquiry),
    plan: {
      planId: plan.id,
      name: plan.name,
      code: plan.code,
      total: plan.total,
      option: plan.options.find(({ id }) => id === breakdownId)?.name ?? '',
      components: plan.components.map(({ id, name, amount, taxBp, taxInclusive, optional }) => ({
        id,
        name,
        amount,
        taxBp,
        taxInclusive,
        optional,
      })),
    },
    ...offer,
    can: {
      assign: mayCall(actor, serviceAssignmentContract.save) && mayAssign(asked.enquiry.status),
      send: mayCall(actor, contract.send),
    },
  };
}

export const servicePlanView = handle(contract.details, async ({ db, actor, input, now }) => {
  const enquiry = await findEnquiry(db, actor, input.enquiryId);
  return detailsOf(db, actor, { enquiry, planId: input.planId, now });
});

const VALID_DAYS = 14;

export const printQuote = handle(contract.print, async ({ db, actor, input, now }) => {
  const enquiry = await findEnquiry(db, actor, input.enquiryId);
  const quote = await detailsOf(db, actor, { enquiry, planId: input.planId, now });
  const today = todayIst(now);
  const name = `Quote ${enquiry.enquiry_code} ${today}.pdf`;
  const fileId = await saveFile(db, {
    franchiseeId: enquiry.franchisee_id,
    name,
    kind: 'service-quote',
    mime: 'application/pdf',
    sensitive: true,
    expiresOn: addDays(today, 1),
    content: await quotePdf(quote, today),
  });
  return { fileId, name };
});

type Quote = Awaited<ReturnType<typeof detailsOf>>;

const quotePdf = ({ enquiry, plan, from, to, schedule }: Quote, today: string): Promise<Buffer> =>
  renderPdf({
    title: `Quote ${enquiry.code}`,
    content: [
      letterhead({ name: enquiry.centre, lines: [], right: enquiry.code }),
      heading(`${enquiry.service} for ${enquiry.childName}`),
      facts(
        [
          ['To', enquiry.guardianName],
          ['Plan', `${plan.name}, ${plan.option}`],
          ['From', formatDate(from)],
          ['Until', formatDate(to)],
          ['Dated', formatDate(today)],
          ['Valid until', formatDate(addDays(today, VALID_DAYS))],
        ],
        2,
      ),
      table({
        columns: [
          { label: 'Instalment' },
          { label: 'Due', width: 80 },
          { label: 'Concession', align: 'right', width: 80 },
          { label: 'Tax', align: 'right', width: 70 },
          { label: 'To pay', align: 'right', width: 90 },
        ],
        rows: [...Map.groupBy(schedule.lines, (line) => line.seq).values()].map((own) => [
          `${own[0]?.instalment ?? ''}${own[0]?.formula ? ` (${own[0].formula})` : ''}`,
          formatDate(own[0]?.dueOn ?? from),
          moneyText(own.reduce((sum, line) => sum + line.concession, 0)),
          moneyText(own.reduce((sum, line) => sum + line.tax, 0)),
          moneyText(own.reduce((sum, line) => sum + line.net, 0)),
        ]),
        total: [
          'Together',
          '',
          moneyText(schedule.concession),
          moneyText(schedule.tax),
          moneyText(schedule.net),
        ],
      }),
      paragraph('A seat is kept once the centre has approved the service.', { quiet: true }),
    ],
  });

export const sendQuote = handle(contract.send, async ({ db, actor, input, now }) => {
  const enquiry = await findEnquiry(db, actor, input.enquiryId);
  const {
    enquiry: head,
    plan,
    from,
    to,
    schedule,
  } = await detailsOf(db, actor, { enquiry, planId: input.planId, now });
  const first = firstOf(schedule.lines);
  await tellFamily(db, enquiry, {
    kind: 'services.quote',
    values: { service: head.service, date: from, firstPaise: first, totalPaise: schedule.net, until: to },
    key: `quote:${plan.planId}:${now.toISOString()}`,
  });
  await db
    .insertInto('service_enquiry_log')
    .values({
      franchisee_id: enquiry.franchisee_id,
      service_enquiry_id: enquiry.id,
      kind: 'QUOTE',
      text: `${plan.name}: first ${moneyText(first)}, in all ${moneyText(schedule.net)}`,
    })
    .execute();
  return {};
});
