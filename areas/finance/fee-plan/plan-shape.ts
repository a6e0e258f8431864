// The shape of a plan as screens, API, snapshot and arithmetic share it. All amounts paise, percentages basis points.

export const componentKinds = [
  'TUITION',
  'ADMISSION',
  'APPLICATION',
  'REGISTRATION',
  'ACTIVITY',
  'KIT',
  'TRANSPORT',
  'SERVICE',
  'DEPOSIT',
  'LATE_FEE',
  'BOUNCE',
  'OTHER',
] as const;
export type ComponentKind = (typeof componentKinds)[number];
export const componentKindTitles: Readonly<Record<ComponentKind, string>> = {
  TUITION: 'Tuition',
  ADMISSION: 'Admission',
  APPLICATION: 'Application',
  REGISTRATION: 'Registration',
  ACTIVITY: 'Activity',
  KIT: 'Kit',
  TRANSPORT: 'Transport',
  SERVICE: 'Service',
  DEPOSIT: 'Deposit',
  LATE_FEE: 'Late fee',
  BOUNCE: 'Cheque return',
  OTHER: 'Other',
};

/** Which fee of an instalment a part payment goes to first (finance.md 3.7), unless the centre's setting says otherwise. */
export const componentPriority: readonly ComponentKind[] = [
  'ADMISSION',
  'REGISTRATION',
  'APPLICATION',
  'TUITION',
  'ACTIVITY',
  'KIT',
  'TRANSPORT',
  'SERVICE',
  'OTHER',
  'DEPOSIT',
  'BOUNCE',
  'LATE_FEE',
];

export const royaltyBases = ['NONE', 'GROSS', 'NET'] as const;
export type RoyaltyBase = (typeof royaltyBases)[number];
export const prorations = [
  'NONE',
  'CALENDAR_DAYS',
  'SERVICE_DAYS',
  'MONTH_BANDS',
  'INSTALMENT_BANDS',
] as const;
export type Proration = (typeof prorations)[number];
/** What a late joiner may be offered where the plan itself says nothing; NONE: the whole plan. */
export const joinProrations = ['NONE', 'MONTH_BANDS', 'CALENDAR_DAYS'] as const;
export type JoinProration = (typeof joinProrations)[number];
export const joinProrationTitles = {
  NONE: 'The whole plan',
  MONTH_BANDS: 'By months: in full until the 10th, half until the 20th',
  CALENDAR_DAYS: 'By days',
} as const satisfies Readonly<Record<JoinProration, string>>;
export const breakdownKinds = ['ONE_TIME', 'HALF_YEARLY', 'QUARTERLY', 'MONTHLY', 'CUSTOM'] as const;
export type BreakdownKind = (typeof breakdownKinds)[number];
export const dueRules = ['ON_ADMISSION', 'FIXED', 'DAYS_AFTER', 'MONTH_DAY'] as const;
export type DueRule = (typeof dueRules)[number];

export interface PlanComponent {
  readonly id: string;
  readonly position: number;
  readonly feeTypeId: string;
  readonly name: string;
  readonly componentKind: ComponentKind;
  readonly oneTime: boolean;
  readonly amount: number;
  readonly taxInclusive: boolean;
  /** 0 when exempt or untaxed. */
  readonly taxBp: number;
  readonly taxRateId: string | null;
  readonly royaltyBp: number | null;
  readonly royaltyBase: RoyaltyBase;
  readonly proration: Proration;
  readonly optional: boolean;
}

export interface PlanInstalment {
  readonly seq: number;
  readonly label: string;
  readonly dueRule: DueRule;
  readonly dueOn: string | null;
  readonly days: number | null;
  /** 'MM-DD' within the academic year: 01 to 03 are its second calendar year. */
  readonly monthDay: string | null;
  readonly graceDays: number;
}

export interface PlanCell {
  readonly componentId: string;
  readonly seq: number;
  readonly amount: number;
}

export interface PlanOption {
  readonly id: string;
  readonly kind: BreakdownKind;
  readonly name: string;
  /** For paying the whole year at once; part of the standard price, no deviation. */
  readonly discountBp: number;
  readonly allowPartial: boolean;
  readonly minPartial: number;
  readonly roundTo: number;
  readonly residue: 'LAST' | 'FIRST';
  readonly instalments: readonly PlanInstalment[];
  readonly cells: readonly PlanCell[];
}
