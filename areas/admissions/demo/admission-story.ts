import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import { type DemoEnquiry, enquiriesOf } from '../../enquiries/demo/enquiry-story.ts';
import { childrenOf } from '../../students/demo/families.ts';

type ApplicationStatus =
  | 'LINK_SENT'
  | 'IN_PROGRESS'
  | 'AWAITING_FEE'
  | 'SUBMITTED'
  | 'RETURNED'
  | 'WAITLISTED'
  | 'ACCEPTED'
  | 'REJECTED'
  | 'WITHDRAWN'
  | 'EXPIRED';

export interface ApplicationStory {
  enquiry: DemoEnquiry;
  id: string;
  applicantId: string;
  /** The enrolment's id for those who were confirmed. */
  admissionId: string;
  number: string;
  status: ApplicationStatus;
  admission: 'LINK_SENT' | 'IN_PROGRESS' | 'SUBMITTED' | 'RETURNED' | 'CONFIRMED' | 'CANCELLED' | null;
  fee: 'NOT_DUE' | 'DUE' | 'PAID';
  /** Paise. */
  feeAmount: number;
  pages: number;
  at: string;
  submittedAt: string | null;
  decidedAt: string | null;
  expiresAt: string;
  startOn: Day;
}

const FORM_FEE = 50_000;
/** These take a fee for the form; elsewhere it is free (each such payment costs the seed as much as an instalment). */
const WITH_FORM_FEE = new Set([2, 3, 7, 10]);
const PAGES: Readonly<Record<ApplicationStatus, number>> = {
  LINK_SENT: 0,
  IN_PROGRESS: 2,
  AWAITING_FEE: 4,
  SUBMITTED: 4,
  RETURNED: 4,
  WAITLISTED: 4,
  ACCEPTED: 4,
  REJECTED: 4,
  WITHDRAWN: 1,
  EXPIRED: 1,
};

/** The applications of a centre in the order of their numbers. */
export function applicationsOf(centre: Centre, today: Day): ApplicationStory[] {
  const rng = rngOf(`applications ${centre.code}`);
  const stories: ApplicationStory[] = [];
  // Nobody applied who asked only today, so any moment of it gives the same.
  const clock = { today, now: startOfDay(today) };
  for (const enquiry of enquiriesOf(centre, childrenOf(centre, today), clock)) {
    const drawn = enquiry.year === 2026 ? stateOf(rng, enquiry) : null;
    const state =
      drawn?.status === 'AWAITING_FEE' && !WITH_FORM_FEE.has(centre.id)
        ? { ...drawn, status: 'SUBMITTED' as const }
        : drawn;
    if (state) stories.push(storyOf(centre, { enquiry, state, n: stories.length + 1, today }));
  }
  return stories;
}

interface State {
  status: ApplicationStatus;
  admission: ApplicationStory['admission'];
}

function stateOf(rng: Rng, e: DemoEnquiry): State | null {
  switch (e.stage) {
    case 'Application Fee Link Sent':
      return {
        status: rng.weighted({
          LINK_SENT: 30,
          IN_PROGRESS: 22,
          AWAITING_FEE: 14,
          SUBMITTED: 20,
          RETURNED: 7,
          WAITLISTED: 7,
        }),
        admission: null,
      };
    case 'Intelliskills+BSK Fee Plan Assign':
      return { status: 'ACCEPTED', admission: rng.weighted({ LINK_SENT: 3, IN_PROGRESS: 5, RETURNED: 2 }) };
    case 'Admission Form Completed':
    case 'Temporarily Confirmed':
      return { status: 'ACCEPTED', admission: 'SUBMITTED' };
    case 'Admission Confirmed':
      return { status: 'ACCEPTED', admission: 'CONFIRMED' };
    case 'Close':
    case 'Drop Off':
      return rng.chance(0.12)
        ? { status: rng.weighted({ REJECTED: 3, WITHDRAWN: 4, EXPIRED: 5 }), admission: null }
        : null;
    default:
      return null;
  }
}

function storyOf(
  centre: Centre,
  { enquiry, state, n, today }: { enquiry: DemoEnquiry; state: State; n: number; today: Day },
): ApplicationStory {
  const at =
    enquiry.steps.find((step) => step.stage === 'Application Fee Link Sent')?.at ??
    enquiry.steps.at(-1)?.at ??
    enquiry.capturedAt;
  const done = PAGES[state.status] === 4;
  const submittedAt = done && state.status !== 'AWAITING_FEE' ? (enquiry.steps.at(-1)?.at ?? at) : null;
  const first = enquiry.child?.enrolments[0];
  return {
    enquiry,
    ...state,
    id: demoUuid('application', centre.id, n),
    applicantId: demoUuid('applicant', centre.id, n),
    admissionId: first?.id ?? demoUuid('admission', centre.id, n),
    number: `APP/${String(centre.id).padStart(3, '0')}/2026-27/${String(n).padStart(5, '0')}`,
    // Those who were admitted paid at the counter with their first instalment.
    fee:
      enquiry.child || !WITH_FORM_FEE.has(centre.id)
        ? 'NOT_DUE'
        : submittedAt && state.status !== 'REJECTED'
          ? 'PAID'
          : 'DUE',
    feeAmount: FORM_FEE,
    pages: PAGES[state.status],
    at,
    submittedAt,
    decidedAt: ['ACCEPTED', 'REJECTED'].includes(state.status) ? (submittedAt ?? at) : null,
    expiresAt: `${addDays(state.status === 'EXPIRED' ? at.slice(0, 10) : today, 14)}T23:59:00+05:30`,
    startOn: addDays(today, 10),
  };
}
