import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { serviceAssignmentContract as contract } from './service-assignment.contract.ts';

export type Prepared = OutputOf<typeof contract.prepare>;
type Save = InputOf<typeof contract.save>;
/** What is chosen on the screen. A service with slabs has no plan of its own choosing, others no distance. */
export type Choice = Omit<Save, 'enquiryId' | 'concessions' | 'note'> & {
  concessions: NonNullable<Save['concessions']>;
  note: string;
};

/** What was saved for the child, else the wish with the first plan. */
export function startOf({ assignment, wish, offering, plans }: Prepared): Choice {
  return {
    planId: assignment?.feePlanId ?? plans[0]?.planId,
    breakdownId: assignment?.breakdownId,
    startsOn: assignment?.startsOn ?? wish.from,
    endsOn: assignment?.endsOn ?? wish.to,
    weekdays: assignment?.weekdays ?? offering.weekdays,
    ...(offering.bySlab
      ? {
          direction: assignment?.direction ?? wish.direction ?? 'BOTH',
          distanceM: assignment?.distanceM ?? undefined,
          stopId: assignment?.stopId ?? undefined,
          stopText: assignment?.stopText ?? wish.stopText ?? undefined,
        }
      : {}),
    concessions: assignment?.concessions ?? [],
    note: assignment?.note ?? '',
  };
}

/** As the server takes it: empty entries are left out, and what decides the plan goes alone. */
export function inputOf(data: Prepared, { note: _note, stopText: _stop, stopId: _id, ...choice }: Choice) {
  const { planId, breakdownId, ...rest } = choice;
  return {
    enquiryId: data.enquiry.enquiryId,
    ...rest,
    ...(data.offering.bySlab || !planId ? {} : { planId }),
    ...(breakdownId ? { breakdownId } : {}),
  };
}
