// The Spanco pipeline (enquiries.md 2.3), shared by server and browser. The state is the stage; each stage has one status.
import { actionsFrom, nextState, transitions } from '@aangan/contract/states.ts';

export const openStatuses = ['Suspect', 'Prospect', 'Approach', 'Negotiation', 'Closing'] as const;
export const spancoStatuses = [...openStatuses, 'Order', 'Lost'] as const;
export type SpancoStatus = (typeof spancoStatuses)[number];

const lose = { close: 'Close', 'drop-off': 'Drop Off', 'wrong-class': 'Wrong class/Drop-off' } as const;
const meet = {
  'counsel-online': 'Online Counselling Done',
  'counsel-offline': 'Offline Counselling Done',
} as const;
const offer = {
  'link-sent': 'Application Fee Link Sent',
  'plan-assigned': 'Intelliskills+BSK Fee Plan Assign',
} as const;
const finish = {
  'form-completed': 'Admission Form Completed',
  'temporarily-confirm': 'Temporarily Confirmed',
  'admission-confirm': 'Admission Confirmed',
} as const;
const speak = { converse: 'In Conversation', 'fix-appointment': 'Appointment Fixed' } as const;
const lost = { revive: 'In Conversation', 're-enquiry': 'Yet_to_call' } as const;

export const enquiryStates = transitions({
  Yet_to_call: { ...speak, ...meet, ...offer, ...finish, ...lose },
  'In Conversation': { ...speak, ...meet, ...offer, ...finish, ...lose, 'step-back': 'Yet_to_call' },
  'Appointment Fixed': {
    converse: 'In Conversation',
    reschedule: 'Appointment Fixed',
    ...meet,
    ...offer,
    ...finish,
    ...lose,
    'step-back': 'Yet_to_call',
  },
  'Online Counselling Done': {
    'counsel-offline': 'Offline Counselling Done',
    ...offer,
    ...finish,
    ...lose,
    'step-back': 'In Conversation',
  },
  'Offline Counselling Done': {
    'counsel-online': 'Online Counselling Done',
    ...offer,
    ...finish,
    ...lose,
    'step-back': 'In Conversation',
  },
  // Back only while no document of admissions lives; the command asks.
  'Application Fee Link Sent': {
    'plan-assigned': 'Intelliskills+BSK Fee Plan Assign',
    ...finish,
    ...lose,
    'step-back': 'Offline Counselling Done',
  },
  'Intelliskills+BSK Fee Plan Assign': {
    'link-sent': 'Application Fee Link Sent',
    ...finish,
    ...lose,
    'step-back': 'Offline Counselling Done',
  },
  'Admission Form Completed': {
    'temporarily-confirm': 'Temporarily Confirmed',
    'admission-confirm': 'Admission Confirmed',
    ...lose,
  },
  'Temporarily Confirmed': {
    'form-completed': 'Admission Form Completed',
    'admission-confirm': 'Admission Confirmed',
    ...lose,
  },
  'Admission Confirmed': { 'admission-cancelled': 'Drop Off' },
  Close: lost,
  'Drop Off': lost,
  'Wrong class/Drop-off': lost,
});
export type Stage = Extract<keyof typeof enquiryStates, string>;
export const stages = Object.keys(enquiryStates) as [Stage, ...Stage[]];

export const statusOfStage: Readonly<Record<Stage, SpancoStatus>> = {
  Yet_to_call: 'Suspect',
  'In Conversation': 'Prospect',
  'Appointment Fixed': 'Prospect',
  'Online Counselling Done': 'Approach',
  'Offline Counselling Done': 'Approach',
  'Application Fee Link Sent': 'Negotiation',
  'Intelliskills+BSK Fee Plan Assign': 'Negotiation',
  'Admission Form Completed': 'Closing',
  'Temporarily Confirmed': 'Closing',
  'Admission Confirmed': 'Order',
  Close: 'Lost',
  'Drop Off': 'Lost',
  'Wrong class/Drop-off': 'Lost',
};

export const userActions = [
  'converse',
  'fix-appointment',
  'reschedule',
  'counsel-online',
  'counsel-offline',
  'enter',
  'step-back',
  'close',
  'drop-off',
  'wrong-class',
  'revive',
] as const;
export type UserAction = (typeof userActions)[number];
export const systemActions = [
  'link-sent',
  'plan-assigned',
  'form-completed',
  'temporarily-confirm',
  'admission-confirm',
  're-enquiry',
  'admission-cancelled',
] as const;
export type SystemAction = (typeof systemActions)[number];
export type EnquiryAction = UserAction | SystemAction;

/** `enter`: into a stage that the settings added; its button carries the stage's own name. */
export const actionLabels: Readonly<Record<UserAction, string>> = {
  converse: 'Spoke with the family',
  'fix-appointment': 'Fix an appointment',
  reschedule: 'Move the appointment',
  'counsel-online': 'Counselled online',
  'counsel-offline': 'Counselled at the centre',
  enter: 'Move on',
  'step-back': 'Step back',
  close: 'Close',
  'drop-off': 'Drop off',
  'wrong-class': 'Wrong class',
  revive: 'Revive',
};

export const isUserAction = (action: string): action is UserAction =>
  userActions.some((known) => known === action);
export const isSystemAction = (action: string): action is SystemAction =>
  systemActions.some((known) => known === action);
export const isSeedStage = (stage: string): stage is Stage => Object.hasOwn(statusOfStage, stage);

/** Where an enquiry stands. */
export interface Place {
  readonly stage: string;
  readonly status: string;
}

// A stage that the settings added takes the steps of its status.
const addedStates: Readonly<Partial<Record<string, Readonly<Partial<Record<EnquiryAction, Stage>>>>>> = {
  Prospect: enquiryStates['In Conversation'],
  Approach: { ...meet, ...offer, ...finish, ...lose, 'step-back': 'In Conversation' },
  Negotiation: { ...offer, ...finish, ...lose, 'step-back': 'Offline Counselling Done' },
  Lost: lost,
};

/** The stage an action leads to, or null where the table does not list it; `enter` and `step-back` may name another. */
export const nextStage = (from: Place, action: EnquiryAction): Stage | null =>
  isSeedStage(from.stage)
    ? nextState(enquiryStates, from.stage, action)
    : (addedStates[from.status]?.[action] ?? null);

/** What a person may do from a stage; system stages are moved by admissions alone. */
export const userActionsFrom = (stage: string, status = ''): UserAction[] =>
  (isSeedStage(stage) ? actionsFrom(enquiryStates, stage) : Object.keys(addedStates[status] ?? {})).filter(
    isUserAction,
  );

/** The check for the second level of the BSK flow (specification: stage and status, to the letter). */
export const isBskLevelTwo = (enquiry: { stage: string; spancoStatus: string }): boolean =>
  enquiry.stage === 'Appointment Fixed' && enquiry.spancoStatus === 'Prospect';

/** The programmes an enquiry may wish for (enquiries.md D25). */
export const programmes = ['Regular', 'Tots Readiness Program', 'BSK', 'Day care'] as const;
